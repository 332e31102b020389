import { AppError } from '../errors/app-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';
import type { Action } from './action.ts';
import type { GitLabApi } from './call.ts';
import type { StringField } from './field.ts';
import { pathOf, queryOf } from './request.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Some parameters are documented as ID or path by their siblings, but GitLab takes only the number. A path given there
 * costs one lookup instead of a refusal (trap T-14). Returns the very input when there is nothing to do.
 */
export async function resolveNumericIds(
  action: Action,
  input: Input,
  gitlab: GitLabApi,
  signal: AbortSignal,
): Promise<Input> {
  let resolved: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(input)) {
    const field = action.params[name];
    if (field?.type !== 'string' || field.numericOnly !== true || typeof value !== 'string' || /^\d+$/.test(value))
      continue;
    resolved ??= { ...input };
    resolved[name] = await lookUp(name, field, value, gitlab, signal);
  }
  return resolved ?? input;
}

async function lookUp(
  name: string,
  field: StringField,
  path: string,
  gitlab: GitLabApi,
  signal: AbortSignal,
): Promise<number> {
  const nobody = `${name}: no ${field.names ?? 'namespace'} that this credential may see is called ${JSON.stringify(path)}`;
  try {
    const { body } = await gitlab.send({ method: 'GET', ...requestFor(field, path) }, { signal });
    const found: unknown = Array.isArray(body) ? body[0] : body;
    const id = typeof found === 'object' && found !== null && 'id' in found ? found.id : undefined;
    if (typeof id === 'number') return id;
  } catch (error) {
    if (error instanceof GitLabError && error.status === 404 && error.foreign === undefined) {
      throw new AppError('input.invalid', nobody, { cause: error });
    }
    throw error;
  }
  throw new AppError('input.invalid', nobody);
}

function requestFor({ names }: StringField, path: string): { path: string; query?: string } {
  if (names === 'project') return { path: pathOf`/projects/${path}` };
  if (names === 'user') return { path: '/users', query: queryOf({ username: path }) };
  if (names === 'group') return { path: pathOf`/groups/${path}`, query: queryOf({ with_projects: false }) };
  return { path: pathOf`/namespaces/${path}` };
}
