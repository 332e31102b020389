import { compareReleases, parseRelease, type Release } from '../gitlab/release.ts';
import type { ActionCall, GitLabApi } from './call.ts';
import { clientOf } from './counted-requests.ts';

interface Reading {
  readonly at: number;
  readonly release: Release | undefined;
}

const readings = new WeakMap<GitLabApi, Reading>();

/** An instance may be updated while we run, and one that did not answer may do so soon (trap T-68). */
const lifeMs = { read: 5 * 60_000, unread: 60_000 };
const maxAnswerBytes = 65_536;

/** The release of GitLab that a caller speaks to, not older than a few minutes; `undefined` when it cannot be read. Never rejects. */
export async function readInstanceRelease(
  call: Pick<ActionCall, 'gitlab' | 'signal'>,
  now: number,
): Promise<Release | undefined> {
  const gitlab = clientOf(call.gitlab);
  const { signal } = call;
  const known = readings.get(gitlab);
  if (known !== undefined && now - known.at < (known.release === undefined ? lifeMs.unread : lifeMs.read)) {
    return known.release;
  }
  const release = await ask(gitlab, signal);
  // Who left before the answer came learnt nothing.
  if (release !== undefined || !signal.aborted) readings.set(gitlab, { at: now, release });
  return release;
}

async function ask(gitlab: GitLabApi, signal: AbortSignal): Promise<Release | undefined> {
  try {
    const request = { method: 'GET', path: '/version', maxBytes: maxAnswerBytes } as const;
    const { body } = await gitlab.send(request, { signal, isProbe: true });
    return typeof body === 'object' && body !== null && 'version' in body ? parseRelease(body.version) : undefined;
  } catch {
    // Not every token may read it, and it only serves to explain something.
    return undefined;
  }
}

/** The first release that has everything the catalog names; an instance below it may lack some. */
const cataloguedRelease: Release = { name: '19.4', major: 19, minor: 4, patch: 0, isPrerelease: false };

/** What the release of an instance says about something that it does not know: the end of a sentence. */
export function explainByRelease(release: Release): string {
  return compareReleases(release, cataloguedRelease) < 0
    ? `it runs GitLab ${release.name}, which is older than ${cataloguedRelease.name}, the release this server was made for`
    : `it runs GitLab ${release.name}, so the feature is switched off there, is gone or belongs to another edition`;
}
