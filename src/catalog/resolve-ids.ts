import { AppError } from '../errors/app-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';
import type { Action } from './action.ts';
import type { GitLabApi } from './call.ts';
import type { StringField } from './field.ts';
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
    if (field?.type !== 'string' || typeof value !== 'string') continue;
    const isNumber = /^\d+$/.test(value);
    if (isNumber ? field.pathOnly !== true : field.numericOnly !== true) continue;
    resolved ??= { ...input };
    resolved[name] = await lookUp({ name, field, value, isNumber }, gitlab, signal);
  }
  return resolved ?? input;
}

interface Given {
  readonly name: string;
  readonly field: StringField;
  readonly value: string;
  /** The path is wanted, otherwise the number. */
  readonly isNumber: boolean;
}

async function lookUp(given: Given, gitlab: GitLabApi, signal: AbortSignal): Promise<unknown> {
  const { name, field, value, isNumber } = given;
  const known = isNumber ? `has the number ${value}` : `is called ${JSON.stringify(value)}`;
  const nobody = `${name}: no ${field.names ?? 'namespace'} that this credential may see ${known}`;
  try {
    const { body } = await gitlab.send({ method: 'GET', ...requestFor(given) }, { signal });
    const found = wantedOf(given, Array.isArray(body) ? body[0] : body);
    if (found !== undefined) return found;
  } catch (error) {
    if (error instanceof GitLabError && error.status === 404 && error.foreign === undefined) {
      throw new AppError('input.invalid', nobody, { cause: error });
    }
    throw error;
  }
  throw new AppError('input.invalid', nobody);
}

function wantedOf({ field, isNumber }: Given, found: unknown): unknown {
  // Any object may be asked for any key.
  const thing = typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>) : {};
  if (!isNumber) return typeof thing['id'] === 'number' ? thing['id'] : undefined;
  const path = thing[pathKeys[field.names ?? 'namespace']];
  return typeof path === 'string' && path !== '' ? path : undefined;
}

const pathKeys = {
  project: 'path_with_namespace',
  group: 'full_path',
  namespace: 'full_path',
  user: 'username',
} as const;

function requestFor({ field: { names }, value, isNumber }: Given): { path: string; query?: string } {
  if (names === 'project') return { path: pathOf`/projects/${value}` };
  if (names === 'user')
    return isNumber ? { path: pathOf`/users/${value}` } : { path: '/users', query: queryOf({ username: value }) };
  if (names === 'group') return { path: pathOf`/groups/${value}`, query: queryOf({ with_projects: false }) };
  return { path: pathOf`/namespaces/${value}` };
}
