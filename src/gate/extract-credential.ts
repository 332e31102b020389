import type { Credential } from '../credentials/credential.ts';
import { trimBlanks } from '../net/trim-blanks.ts';
import { headerValues } from './raw-headers.ts';

/** Where a credential may stand: `legacy` reads PRIVATE-TOKEN and Bearer, `oauth` only Bearer (AUTH-01). */
export type CredentialSource = 'legacy' | 'oauth';

export type Extraction =
  | { readonly kind: 'found'; readonly credential: Credential }
  | { readonly kind: 'missing' }
  /** A header for it is there, and what it holds cannot be a credential. `message` never quotes it. */
  | {
      readonly kind: 'unusable';
      readonly reason: 'empty' | 'repeated' | 'characters';
      readonly message: string;
    };

type HeaderName = 'PRIVATE-TOKEN' | 'Authorization';

type Reading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly secret: string }
  | Extract<Extraction, { kind: 'unusable' }>;

/**
 * Finds the credential of a request. Nothing about its form is judged (AUTH-04): administrators choose their own prefixes,
 * and GitLab alone knows what it issued. Only what no header may carry on to GitLab is refused.
 */
export function extractCredential(rawHeaders: readonly string[], source: CredentialSource): Extraction {
  const own = source === 'legacy' ? readPrivateToken(rawHeaders) : ({ kind: 'absent' } as const);
  if (own.kind === 'present') return { kind: 'found', credential: { kind: 'private-token', secret: own.secret } };
  // A template whose variable was not set sends an empty header. Everything else wrong with the first one is final: to go
  // on to the second would be to act for somebody the caller did not mean.
  if (own.kind === 'unusable' && own.reason !== 'empty') return own;

  const bearer = readBearer(rawHeaders);
  if (bearer.kind === 'present') return { kind: 'found', credential: { kind: 'bearer', secret: bearer.secret } };
  if (bearer.kind === 'unusable') return bearer;
  return own.kind === 'unusable' ? own : { kind: 'missing' };
}

function readPrivateToken(rawHeaders: readonly string[]): Reading {
  const values = headerValues(rawHeaders, 'private-token');
  if (values.length === 0) return { kind: 'absent' };
  return readSecret('PRIVATE-TOKEN', values);
}

/** Another scheme than Bearer is not for us; a second Authorization header of any scheme leaves open which one counts. */
function readBearer(rawHeaders: readonly string[]): Reading {
  const values = headerValues(rawHeaders, 'authorization');
  const secrets = values.flatMap((value) => {
    const match = /^[ \t]*bearer(?:[ \t]+([^]*))?$/i.exec(value);
    return match === null ? [] : [match[1] ?? ''];
  });
  if (secrets.length === 0) return { kind: 'absent' };
  return readSecret('Authorization', values.length === 1 ? secrets : values);
}

function readSecret(header: HeaderName, values: readonly string[]): Reading {
  const [value = '', ...others] = values;
  if (others.length > 0) {
    return unusable('repeated', `The request has more than one ${header} header. Send one credential.`);
  }
  const secret = trimBlanks(value);
  if (secret === '') return unusable('empty', `The ${header} header holds no token.`);
  if (!/^[!-~]+$/.test(secret)) {
    return unusable(
      'characters',
      `The token in the ${header} header holds a blank, a line break, a control character or a character that is not ASCII. ` +
        'Copy the token again, without quotes or line breaks.',
    );
  }
  return { kind: 'present', secret };
}

function unusable(reason: 'empty' | 'repeated' | 'characters', message: string): Reading {
  return { kind: 'unusable', reason, message };
}
