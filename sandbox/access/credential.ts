import type { IncomingHttpHeaders } from 'node:http';
import type { RawParams } from '../http/query.ts';
import { unauthorized } from '../http/refusal.ts';
import type { Token, TokenKind } from '../world/tokens.ts';
import type { World } from '../world/world.ts';

const personalKinds: ReadonlySet<TokenKind> = new Set(['personal', 'impersonation', 'project', 'group']);

/**
 * The token a request presents, in GitLab's order of precedence: a CI job token in the bearer slot where the endpoint
 * takes one, an OAuth token in the bearer slot, a personal token wherever it may be, a job token of its own header.
 * Undefined when nothing is presented; a value GitLab does not know is refused, never taken for anonymous.
 */
export function findToken(
  world: World,
  headers: IncomingHttpHeaders,
  params: RawParams,
  options: { jobToken: boolean },
): Token | undefined {
  const bearer = given(params['access_token']) ?? bearerOf(headers.authorization) ?? given(params['bearer_token']);
  if (bearer !== undefined) {
    const token = world.tokens.findBySecret(bearer);
    if (token?.kind === 'oauth' || (token?.kind === 'job' && options.jobToken)) return token;
  }

  const personal = given(params['private_token']) ?? given(headers['private-token']) ?? bearer;
  if (personal !== undefined) return known(world, personal, personalKinds);

  const job = options.jobToken ? (given(params['job_token']) ?? given(headers['job-token'])) : undefined;
  return job === undefined ? undefined : known(world, job, new Set<TokenKind>(['job']));
}

function known(world: World, secret: string, kinds: ReadonlySet<TokenKind>): Token {
  const token = world.tokens.findBySecret(secret);
  if (token === undefined || !kinds.has(token.kind)) throw unauthorized();
  return token;
}

const inQuery = /(?:^|&)(?:private_token|access_token|bearer_token|job_token)=([^&]+)/;

/** The secret a request presents, without judging it: what faults and the request log match on. */
export function presentedSecret(headers: IncomingHttpHeaders, query: string): string | undefined {
  const inHeader = given(headers['private-token']) ?? bearerOf(headers.authorization) ?? given(headers['job-token']);
  return inHeader ?? (query === '' ? undefined : inQuery.exec(query)?.[1]);
}

function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

function given(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
