import type { Sandbox } from '../../sandbox/start.ts';
import type { ManualTimers } from '../support/manual-timers.ts';

/** A branch of the demo that nobody else touches, as a resource to watch. */
export const watchedBranch = 'gitlab://project/acme%2Fsite/branch/work';

/** Makes the branch; the returned function changes it and moves the time to the next look at it. */
export async function createWatchedBranch(gitlab: Sandbox, timers: ManualTimers): Promise<() => Promise<void>> {
  const ask = async (path: string, body: object): Promise<void> => {
    const { ok, status } = await fetch(`${gitlab.url}/api/v4/projects/acme%2Fsite${path}`, {
      method: 'POST',
      headers: { 'private-token': gitlab.tokens.root, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!ok) throw new Error(`POST ${path}: ${status}`);
  };
  await ask('/repository/branches', { branch: 'work', ref: 'main' });
  return async () => {
    await ask('/protected_branches', { name: 'work' });
    await timers.advance((timers.nextAt ?? timers.now()) - timers.now());
  };
}
