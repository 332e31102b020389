import type { Core } from '../../app.ts';
import type { Config } from '../../config/option-index.ts';
import type { Transport } from '../../config/option-spec.ts';
import type { Entry } from '../../credentials/entry.ts';
import type { RefusedVerdict } from '../../credentials/verdict.ts';
import type { Instance } from '../../gitlab/instance.ts';
import { type Finding, reporter } from './finding.ts';

export interface TokenCheck {
  readonly core: Pick<Core, 'pool'>;
  readonly config: Pick<Config, 'surface' | 'pool'>;
  readonly transport: Transport;
  readonly secret: string;
  readonly now: () => number;
}

const day = 24 * 60 * 60_000;
/** A token that ends sooner than this is worth a word. */
const soonMs = 14 * day;
const lookMs = 5_000;

const token = reporter('token', 'token');

/** Whose the token is, what it may do and for how long, and which tier comes with it. */
export async function checkToken(instance: Instance, options: TokenCheck): Promise<readonly Finding[]> {
  const acquired = await options.core.pool.acquire({ kind: 'private-token', secret: options.secret }, instance);
  if (acquired.kind === 'refused') return [describeRefusal(acquired.verdict, instance)];
  if (acquired.kind !== 'entry' || acquired.entry.unverified) {
    return [
      token.fail(
        `${instance.webBase} gave no verdict on GITLAB_TOKEN.`,
        'Run this again when GitLab answers. Until then calls fail, and lists are those of the free tier.',
      ),
    ];
  }
  const { entry } = acquired;
  const { user, fineGrained } = entry.facts;
  const kind = fineGrained ? 'a fine-grained token' : 'a token';
  return [
    token.pass(`GITLAB_TOKEN is ${kind} of ${user === undefined ? 'a user it may not read' : `@${user.username}`}.`),
    ...judgeScopes(entry, options),
    ...(await judgeEnd(entry, options.now)),
    judgeTier(entry, options),
  ];
}

function describeRefusal(verdict: RefusedVerdict, { webBase }: Instance): Finding {
  switch (verdict.kind) {
    case 'rejected':
      return token.fail(
        `${webBase} rejects GITLAB_TOKEN: it is unknown there, expired or revoked.`,
        `Create a token under ${webBase}/-/user_settings/personal_access_tokens and set GITLAB_TOKEN to it.`,
      );
    case 'below-minimum':
      return token.fail(
        'GITLAB_TOKEN has neither the scope api nor read_api.',
        'Set GITLAB_TOKEN to a new token with the scope api, or with read_api to only read.',
      );
    case 'granular':
      return token.fail(
        'GITLAB_TOKEN is a fine-grained token that may not read its own user.',
        'Create one that grants User: Read, or one with the scope api or read_api.',
      );
    case 'unadmitted':
      return token.fail(
        'GITLAB_TOKEN was not issued to an OAuth application that this deployment admits.',
        'Add the application to --oauth-client-uid, or check with a token of one that is there.',
      );
  }
}

function judgeScopes({ facts: { scopes, fineGrained } }: Entry, { config, transport }: TokenCheck): readonly Finding[] {
  const { pass, warn } = reporter('token', 'scopes');
  if (fineGrained) return [];
  if (scopes === undefined) return [pass('GitLab does not tell its scopes; they count as sufficient.')];
  const listed = `Its scopes are ${scopes.join(', ')}.`;
  const { readOnly, safeMode } = config.surface;
  if (scopes.includes('api') || readOnly || safeMode || !config.pool.filterByScopes) return [pass(listed)];
  const setting = transport === 'http' ? '--read-only' : 'GITLAB_MCP_READ_ONLY=true';
  return [
    warn(
      `${listed} Without api, only actions that read are offered.`,
      `Use a token with the scope api to write, or set ${setting} to say that reading is all you want.`,
    ),
  ];
}

async function judgeEnd({ gitlab }: Entry, now: () => number): Promise<readonly Finding[]> {
  const { pass, warn } = reporter('token', 'expiry');
  const endsOn = await readEnd(gitlab);
  if (endsOn === undefined) return [];
  const leftMs = Date.parse(endsOn) - now();
  return [
    leftMs > soonMs
      ? pass(`It ends on ${endsOn}.`)
      : warn(`It ends on ${endsOn}.`, 'Rotate it in GitLab before then and set GITLAB_TOKEN to the new one.'),
  ];
}

/** `2027-01-31`; undefined for a token that has no end, or does not tell. */
async function readEnd(gitlab: Entry['gitlab']): Promise<string | undefined> {
  try {
    const request = { method: 'GET', path: '/personal_access_tokens/self' } as const;
    const { body } = await gitlab.send(request, { signal: AbortSignal.timeout(lookMs), isProbe: true });
    const found = typeof body === 'object' && body !== null && 'expires_at' in body ? body.expires_at : undefined;
    return typeof found === 'string' && /^\d{4}-\d\d-\d\d$/.test(found) ? found : undefined;
  } catch {
    // An OAuth token has no such page, and a fine-grained one may not read it.
    return undefined;
  }
}

function judgeTier({ facts: { tier, tierSource } }: Entry, { transport }: TokenCheck): Finding {
  const { pass, warn } = reporter('token', 'tier');
  const setting = transport === 'http' ? '--tier' : 'GITLAB_MCP_TIER';
  switch (tierSource) {
    case 'fixed':
      return pass(`The tier is ${tier}, as configured.`);
    case 'license':
      return pass(`The tier is ${tier}, by the license of the instance.`);
    case 'namespaces':
      return pass(`The tier is ${tier}, by the plans of its namespaces.`);
    case 'fallback':
      return warn(
        'GitLab does not tell this token the tier, so actions of the paid tiers are not offered.',
        `Set ${setting} to the license of the instance: free, premium or ultimate.`,
      );
  }
}
