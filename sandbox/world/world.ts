import { hash } from 'node:crypto';
import type { ActivityEvent, Todo } from './activity.ts';
import { Clock, type ClockMode } from './clock.ts';
import { Groups, type PersonalNamespace } from './groups.ts';
import { type Links, noLinks } from './links.ts';
import { Projects } from './projects.ts';
import type { Settings } from './settings.ts';
import { Tokens } from './tokens.ts';
import { Users } from './users.ts';

/**
 * A part of the world that a domain keeps to itself: its stores, made when first asked for.
 *
 *     export const issuesState = defineState(() => ({ byProject: new Map<number, Issue[]>() }));
 *     world.state(issuesState).byProject
 */
export interface State<T> {
  readonly create: (world: World) => T;
}

export function defineState<T>(create: (world: World) => T): State<T> {
  return { create };
}

/** Everything the instance knows, as plain data. One world per sandbox; a reset makes a new one. */
export class World {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly links: Links;
  readonly users = new Users();
  readonly tokens = new Tokens();
  readonly groups = new Groups();
  readonly projects = new Projects();
  readonly personalNamespaces = new Map<number, PersonalNamespace>();
  /** Oldest first. */
  readonly events: ActivityEvent[] = [];
  /** Oldest first. */
  readonly todos: Todo[] = [];
  readonly #states = new Map<State<unknown>, unknown>();
  readonly #counters = new Map<string, number>();

  constructor(options: { clock: ClockMode; settings: Settings; links?: Partial<Links> }) {
    this.clock = new Clock(options.clock);
    this.settings = options.settings;
    this.links = { ...noLinks, ...options.links };
  }

  /** The stores of one domain. */
  state<T>(state: State<T>): T {
    if (!this.#states.has(state)) this.#states.set(state, state.create(this));
    // The map holds under each key what that key's `create` returned.
    return this.#states.get(state) as T;
  }

  /** The next number of a sequence: `nextId('issue')`, or `nextId('issue_iid/42')` for numbers within project 42. */
  nextId(sequence: string): number {
    const next = (this.#counters.get(sequence) ?? 0) + 1;
    this.#counters.set(sequence, next);
    return next;
  }

  /** Lets a sequence continue after `id`. */
  reserveIds(sequence: string, id: number): void {
    this.#counters.set(sequence, Math.max(this.#counters.get(sequence) ?? 0, id));
  }

  /** Digits that look random and are the same in every run: the world is byte-stable. At most 64. */
  hex(length: number): string {
    return hash('sha256', `hex/${this.nextId('hex')}`).slice(0, length);
  }

  /** A secret as GitLab makes them: the prefix and 20 URL-safe characters, the same in every run. */
  secret(prefix = 'glpat-'): string {
    return prefix + hash('sha256', `secret/${this.nextId('secret')}`, 'base64url').slice(0, 20);
  }

  /** An absolute address on this instance; `path` begins with a slash. */
  url(path: string): string {
    return this.settings.externalUrl + path;
  }

  recordEvent(event: Omit<ActivityEvent, 'id' | 'createdAt' | 'pushData'> & Partial<ActivityEvent>): ActivityEvent {
    const recorded: ActivityEvent = {
      createdAt: this.clock.timestamp(),
      pushData: undefined,
      ...event,
      id: this.nextId('event'),
    };
    this.events.push(recorded);
    if (recorded.projectId !== null) this.#touch(recorded.projectId, recorded.createdAt);
    return recorded;
  }

  addTodo(todo: Omit<Todo, 'id' | 'state' | 'createdAt' | 'updatedAt'> & Partial<Todo>): Todo {
    const now = this.clock.timestamp();
    const added: Todo = { state: 'pending', createdAt: now, updatedAt: now, ...todo, id: this.nextId('todo') };
    this.todos.push(added);
    return added;
  }

  /** `last_activity_at` moves with events, at most once an hour. */
  #touch(projectId: number, at: string): void {
    const project = this.projects.find(projectId);
    if (project !== undefined && Date.parse(at) - Date.parse(project.lastActivityAt) >= 3_600_000) {
      project.lastActivityAt = at;
    }
  }
}
