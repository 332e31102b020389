import { AppError } from '../errors/app-error.ts';
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
  const { body } = await gitlab.send({ method: 'GET', ...requestFor(field, path) }, { signal });
  const found: unknown = Array.isArray(body) ? body[0] : body;
  const id = typeof found === 'object' && found !== null && 'id' in found ? found.id : undefined;
  if (typeof id !== 'number')
    throw new AppError('input.invalid', `${name}: no ${field.names ?? 'namespace'} is called ${JSON.stringify(path)}`);
  return id;
}

function requestFor(field: StringField, path: string): { path: string; query?: string } {
  switch (field.names) {
    case 'project':
      return { path: pathOf`/projects/${path}` };
    case 'user':
      return { path: '/users', query: queryOf({ username: path }) };
    case 'group':
      return { path: pathOf`/groups/${path}`, query: queryOf({ with_projects: false }) };
    default:
      return { path: pathOf`/namespaces/${path}` };
  }
}
