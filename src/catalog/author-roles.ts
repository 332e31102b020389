import type { GitLabApi } from './call.ts';
import type { Outcome } from './execute.ts';
import { parseGlobalId } from './global-id.ts';
import { pathOf, queryOf } from './request.ts';
import { roleNames } from './role-names.ts';
import { isRecord } from '../gitlab/json.ts';

type Note = Readonly<Record<string, unknown>>;

/** Kinds of results that are somebody's words. */
const written: ReadonlySet<string> = new Set(['note', 'discussion', 'commit_comment']);

/** How long an answer holds, and how long it is not asked again after a refusal. */
const lifeMs = { read: 5 * 60_000, unreadable: 60_000 };

/** Asked for at once, which is what one page of members holds; notes of further authors come without. */
const mostAuthors = 100;

/** Kept by credential: places at once, and authors of one. */
const mostPlaces = 20;
const mostKept = 500;
const maxAnswerBytes = 1_048_576;

interface Members {
  readonly until: number;
  /** By user ID; `none` for who is no member. */
  readonly roles: ReadonlyMap<number, string>;
  /** GitLab did not tell, so it is not asked again for a while. */
  readonly isUnreadable: boolean;
}

const known = new WeakMap<GitLabApi, Map<string, Members>>();

/**
 * Notes that were read say which role their author has in the project or group, under `author_access_level`, so that a
 * reader can tell a maintainer's word from a stranger's (trap T-75). What GitLab does not say with the note costs one read
 * of members, whose answer is remembered for some minutes. Where that cannot be read the notes stay as they are.
 *
 * @throws AppError `action.*` when the signal aborts, and nothing else
 */
export async function withAuthorRoles(
  outcome: Outcome,
  gitlab: GitLabApi,
  signal: AbortSignal,
  now: number = Date.now(),
): Promise<Outcome> {
  const { action, input, kind, value } = outcome;
  const place = placeOf(input);
  if (kind !== 'done' || action.effect !== 'read' || !written.has(action.result.kind) || place === undefined) {
    return outcome;
  }
  const authors = new Set<number>();
  mapNotes(value, (note) => {
    const id = authorOf(note);
    if (id !== undefined && givenRole(note) === undefined) authors.add(id);
    return note;
  });
  const roles = authors.size === 0 ? undefined : await readRoles(place, authors, { gitlab, signal, now });
  return { ...outcome, value: mapNotes(value, (note) => withRole(note, roles)) };
}

function placeOf({ project_id: project, full_path: group }: Outcome['input']): string | undefined {
  if (project !== undefined) return pathOf`/projects/${project}`;
  return group === undefined ? undefined : pathOf`/groups/${group}`;
}

/** Deeper than notes lie in a connection of threads. */
const maxDepth = 10;

/** The value with every note in it changed, whatever it is: a list, a connection, threads, one note. */
function mapNotes(value: unknown, change: (note: Note) => Note, depth = 0): unknown {
  if (depth === maxDepth) return value;
  if (Array.isArray(value)) return value.map((element) => mapNotes(element, change, depth + 1));
  if (!isRecord(value)) return value;
  for (const key of ['nodes', 'notes']) {
    if (typeof value[key] === 'object') return { ...value, [key]: mapNotes(value[key], change, depth + 1) };
  }
  return isRecord(value['author']) ? change(value) : value;
}

function withRole(note: Note, roles: ReadonlyMap<number, string> | undefined): Note {
  const role = givenRole(note) ?? roles?.get(authorOf(note) ?? 0);
  return role === undefined ? note : { ...note, author_access_level: role };
}

/** GraphQL says it in the project of the note, by the role's name. */
function givenRole({ maxAccessLevelOfAuthor: name }: Note): string | undefined {
  return typeof name === 'string' && name !== '' ? name.toLowerCase() : undefined;
}

function authorOf({ author }: Note): number | undefined {
  const id = isRecord(author) ? author['id'] : undefined;
  const number = typeof id === 'string' ? Number(parseGlobalId(id)?.key) : id;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

interface Asking {
  readonly gitlab: GitLabApi;
  readonly signal: AbortSignal;
  readonly now: number;
}

async function readRoles(
  place: string,
  authors: ReadonlySet<number>,
  { gitlab, signal, now }: Asking,
): Promise<ReadonlyMap<number, string>> {
  const earlier = recall(gitlab, place, now);
  const roles = new Map(earlier?.roles);
  const missing = [...authors].filter((id) => !roles.has(id)).slice(0, mostAuthors);
  if (earlier?.isUnreadable === true || missing.length === 0) return roles;
  const found = await askFor(missing, place, { gitlab, signal });
  if (found === undefined) {
    remember(gitlab, place, { until: now + lifeMs.unreadable, roles, isUnreadable: true });
    return roles;
  }
  for (const [id, role] of found) roles.set(id, role);
  remember(gitlab, place, {
    until: earlier?.until ?? now + lifeMs.read,
    roles: roles.size > mostKept ? found : roles,
    isUnreadable: false,
  });
  return roles;
}

/** The roles of some users; `undefined` when GitLab does not tell. */
async function askFor(
  ids: readonly number[],
  place: string,
  { gitlab, signal }: Omit<Asking, 'now'>,
): Promise<ReadonlyMap<number, string> | undefined> {
  try {
    const { body, page } = await gitlab.send(
      {
        method: 'GET',
        path: `${place}/members/all`,
        query: queryOf({ user_ids: ids, per_page: mostAuthors }),
        maxBytes: maxAnswerBytes,
      },
      { signal, isProbe: true },
    );
    if (!Array.isArray(body)) return undefined;
    const levels = new Map<number, number>();
    for (const { id, level } of body.map(toMember)) {
      if (id !== undefined && level !== undefined) levels.set(id, Math.max(level, levels.get(id) ?? 0));
    }
    // Who is not on a page that is not the last may be on the next one.
    const asked = page?.hasMore === true ? ids.filter((id) => levels.has(id)) : ids;
    return new Map(asked.map((id) => [id, nameOf(levels.get(id))]));
  } catch (error) {
    if (signal.aborted) throw error;
    // Not every token may read members, and the notes are worth reading without.
    return undefined;
  }
}

function toMember(member: unknown): { readonly id?: number; readonly level?: number } {
  if (!isRecord(member)) return {};
  const { id, access_level: level } = member;
  return typeof id === 'number' && typeof level === 'number' ? { id, level } : {};
}

function nameOf(level: number | undefined): string {
  return level === undefined ? 'none' : (roleNames[level] ?? String(level));
}

function recall(gitlab: GitLabApi, place: string, now: number): Members | undefined {
  const members = known.get(gitlab)?.get(place);
  return members !== undefined && now < members.until ? members : undefined;
}

/** The place that was asked about longest ago makes room. */
function remember(gitlab: GitLabApi, place: string, members: Members): void {
  const places = known.get(gitlab) ?? new Map<string, Members>();
  known.set(gitlab, places);
  places.delete(place);
  places.set(place, members);
  const [oldest] = places.keys();
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest);
}
