import type { GitLabResponse, RestRequest } from '../gitlab/client.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';

/** What a credential check asks of a GitLab client. */
export interface Probe {
  send(
    request: RestRequest,
    options: { readonly signal: AbortSignal; readonly isProbe?: boolean },
  ): Promise<GitLabResponse>;
}

/** What GitLab says of a credential (VER-02). Only an explicit refusal refuses: an outage must not become a lockout. */
export type Verdict =
  | { readonly kind: 'accepted'; readonly user: User }
  /** No verdict: GitLab was silent, limited us, or its answer could not be read. */
  | { readonly kind: 'unanswered'; readonly error: unknown }
  /** GitLab does not accept it: 401, or a 403 that is not one of the two below. */
  | { readonly kind: 'rejected' }
  /** GitLab accepts it, but it carries neither `read_api` nor `api` (REJ-05). */
  | RefusedForScope
  /**
   * A fine-grained token without User: Read (REJ-04). The sentence is GitLab's, fit for a message to the client; the
   * permissions are those it lists, for the operator's log.
   */
  | { readonly kind: 'granular'; readonly sentence: string; readonly permissions: readonly string[] };

export interface RefusedForScope {
  readonly kind: 'below-minimum';
  /** What it carries, when an introspection told. */
  readonly scopes?: readonly string[];
}

/** Why a credential is not served. */
export type RefusedVerdict =
  | Exclude<Verdict, { kind: 'accepted' | 'unanswered' }>
  /** It was not issued to an application that the operator admits (REJ-03). */
  | { readonly kind: 'unadmitted' };

export interface User {
  readonly id: number;
  readonly username: string;
}

const maxSentenceLength = 512;

/** Asks GitLab whose credential it is: `GET /user`, once, never retried (VER-01). */
export async function verifyCredential(gitlab: Probe, signal: AbortSignal): Promise<Verdict> {
  try {
    const { body } = await gitlab.send({ method: 'GET', path: '/user' }, { signal, isProbe: true });
    const user = toUser(body);
    return user === undefined
      ? { kind: 'unanswered', error: new Error('the answer to GET /user holds no user') }
      : { kind: 'accepted', user };
  } catch (error) {
    return verdictOf(error);
  }
}

/** The verdict a failed check amounts to. */
export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof GitLabError) || (error.status !== 401 && error.status !== 403)) {
    return { kind: 'unanswered', error };
  }
  const { refusal } = error;
  if (refusal?.kind === 'scope') return { kind: 'below-minimum' };
  if (refusal?.kind === 'granular') {
    return {
      kind: 'granular',
      sentence: toPrintableAscii(error.gitlabMessage ?? '').slice(0, maxSentenceLength),
      permissions: refusal.permissions.map(toPrintableAscii),
    };
  }
  // A proxy or a login page answered in GitLab's place, which says nothing about the credential.
  return refusal?.kind === 'foreign' ? { kind: 'unanswered', error } : { kind: 'rejected' };
}

function toUser(body: unknown): User | undefined {
  if (typeof body !== 'object' || body === null || !('id' in body) || !('username' in body)) return undefined;
  const { id, username } = body;
  return typeof id === 'number' && typeof username === 'string' ? { id, username } : undefined;
}

/** With `--allow-any-gitlab-url` these are the caller's words, so only printable characters of them are passed on (FG-01). */
function toPrintableAscii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}
