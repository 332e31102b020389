import { AppError } from '../errors/app-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';
import type { Action } from './action.ts';
import type { GitLabApi } from './call.ts';
import type { Field, StringField } from './field.ts';
import { NameUnknown } from './name-unknown.ts';
import { pathOf, queryOf } from './request.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Some parameters are documented as ID or path by their siblings, but GitLab takes only the number, or in GraphQL only the
 * path. What is given in the other form costs one lookup instead of a refusal (trap T-14). Returns the very input when
 * there is nothing to do.
 */
export async function resolveIds(action: Action, input: Input, gitlab: GitLabApi, signal: AbortSignal): Promise<Input> {
  let resolved: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(input)) {
    const field = action.params[name];
    const found =
      field?.type === 'array'
        ? await resolveUsers({ name, items: field.items, value }, gitlab, signal)
        : await resolveOne(name, field, value, gitlab, signal);
    if (found === undefined) continue;
    resolved ??= { ...input };
    resolved[name] = found;
  }
  return resolved ?? input;
}

/** `undefined` when the value is in the form that GitLab takes. */
async function resolveOne(
  name: string,
  field: Field | undefined,
  value: unknown,
  gitlab: GitLabApi,
  signal: AbortSignal,
): Promise<unknown> {
  if (typeof value !== 'string' || (field?.type !== 'string' && field?.type !== 'integer')) return undefined;
  const { names } = field;
  if (field.type === 'integer') {
    // A text is left of a number only where a username may stand for it; IIDs of GraphQL are texts of digits.
    return names === undefined ? undefined : lookUp({ name, names, value, isNumber: false }, gitlab, signal);
  }
  const isNumber = /^\d+$/.test(value);
  if (isNumber ? field.pathOnly !== true : field.numericOnly !== true) return undefined;
  return lookUp({ name, names, value, isNumber }, gitlab, signal);
}

/** Usernames looked up for one list at most: each costs a request. */
const maxUsernames = 20;

async function resolveUsers(
  { name, items, value }: { readonly name: string; readonly items: Field; readonly value: unknown },
  gitlab: GitLabApi,
  signal: AbortSignal,
): Promise<readonly unknown[] | undefined> {
  if (items.type !== 'integer' || items.names === undefined || !Array.isArray(value)) return undefined;
  const usernames = new Set(value.filter((each) => typeof each === 'string'));
  if (usernames.size === 0) return undefined;
  if (usernames.size > maxUsernames) {
    throw new AppError('input.invalid', `${name}: at most ${maxUsernames} usernames are looked up, give IDs instead`);
  }
  const ids = new Map<unknown, unknown>();
  for (const username of usernames) {
    ids.set(username, await lookUp({ name, names: items.names, value: username, isNumber: false }, gitlab, signal));
  }
  return [...new Set(value.map((each: unknown) => ids.get(each) ?? each))];
}

interface Given {
  readonly name: string;
  readonly names: StringField['names'];
  readonly value: string;
  /** The path is wanted, otherwise the number. */
  readonly isNumber: boolean;
}

async function lookUp(given: Given, gitlab: GitLabApi, signal: AbortSignal): Promise<unknown> {
  const { name: param, names = 'namespace', value, isNumber } = given;
  const known = isNumber ? `has the number ${value}` : `is called ${JSON.stringify(value)}`;
  const nobody = `${param}: no ${names} that this credential may see ${known}`;
  try {
    const { body } = await gitlab.send({ method: 'GET', ...requestFor(given) }, { signal });
    const found = wantedOf(given, Array.isArray(body) ? body[0] : body);
    if (found !== undefined) return found;
  } catch (error) {
    if (error instanceof GitLabError && error.status === 404 && error.foreign === undefined) {
      throw new NameUnknown({ param, names }, nobody, { cause: error });
    }
    throw error;
  }
  throw new NameUnknown({ param, names }, nobody);
}

function wantedOf({ names, isNumber }: Given, found: unknown): unknown {
  // Any object may be asked for any key.
  const thing = typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>) : {};
  if (!isNumber) return typeof thing['id'] === 'number' ? thing['id'] : undefined;
  const path = thing[pathKeys[names ?? 'namespace']];
  return typeof path === 'string' && path !== '' ? path : undefined;
}

const pathKeys = {
  project: 'path_with_namespace',
  group: 'full_path',
  namespace: 'full_path',
  user: 'username',
} as const;

function requestFor({ names, value, isNumber }: Given): { path: string; query?: string } {
  if (names === 'project') return { path: pathOf`/projects/${value}` };
  if (names === 'user')
    return isNumber ? { path: pathOf`/users/${value}` } : { path: '/users', query: queryOf({ username: value }) };
  if (names === 'group') return { path: pathOf`/groups/${value}`, query: queryOf({ with_projects: false }) };
  return { path: pathOf`/namespaces/${value}` };
}
