import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { Player } from './player.ts';
import type { Session } from './session.ts';
import { type AskGitLab, type Surface, surfaces, type Task } from './task.ts';
import { tasks } from './tasks.ts';

/** A server that was started for one task. */
export interface Served extends AsyncDisposable {
  readonly session: Session;
}

export type Serve = (gitlab: Sandbox, surface: Surface) => Promise<Served>;

/** What one task took, from the start of the server. */
export interface Taken {
  readonly calls: number;
  readonly bytesOut: number;
  readonly bytesIn: number;
  /** To GitLab, those that tell whose the token is among them. */
  readonly requests: number;
}

export interface Measured {
  /** What a surface shows before anything is done. */
  readonly lists: Readonly<Record<Surface, Player['list']>>;
  readonly taken: readonly { readonly task: Task; readonly on: Readonly<Record<Surface, Taken>> }[];
}

/** Every task on every surface, each with a GitLab and a server of its own. The counts are the same in every run. */
export async function measureTasks(serve: Serve): Promise<Measured> {
  const lists = new Map<Surface, Player['list']>();
  const taken: { task: Task; on: Record<Surface, Taken> }[] = [];
  for (const task of tasks) {
    const on = new Map<Surface, Taken>();
    for (const surface of surfaces) {
      const { player, requests } = await perform(task, surface, serve);
      lists.set(surface, player.list);
      const { calls, bytesOut, bytesIn } = player;
      on.set(surface, { calls, bytesOut, bytesIn, requests });
    }
    taken.push({ task, on: bySurface(on) });
  }
  return { lists: bySurface(lists), taken };
}

/** @throws Error when the task did not come to its end, or GitLab is not as it should be afterwards */
async function perform(task: Task, surface: Surface, serve: Serve) {
  await using gitlab = await startSandbox({ seed: 'demo', clock: 'manual' });
  const ask = asking(gitlab);
  await task.prepare?.(ask);
  gitlab.controls.clearRequests();
  await using served = await serve(gitlab, surface);
  const player = await Player.start(served.session, surface);
  try {
    await task.run((wants, action, params) => player.does(wants, action, params));
  } catch (error) {
    throw new Error(`${task.name} on ${surface}`, { cause: error });
  }
  const requests = gitlab.requests.length;
  if (!(await task.holds(ask))) throw new Error(`${task.name} on ${surface}: nothing came of it`);
  return { player, requests };
}

function asking(gitlab: Sandbox): AskGitLab {
  return async (method, path, body) => {
    const response = await fetch(`${gitlab.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': gitlab.tokens.alice, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

function bySurface<T>(values: ReadonlyMap<Surface, T>): Readonly<Record<Surface, T>> {
  // Every surface has been gone through.
  return Object.fromEntries(values) as Record<Surface, T>;
}
