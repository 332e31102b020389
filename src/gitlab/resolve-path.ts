import type { PathAddress } from './numeric-ids.ts';

/** The two ways to ask GitLab that do not put the path into the URL's path. Both may fail by rejecting. */
export interface Lookups {
  graphql(document: string, variables: Readonly<Record<string, unknown>>): Promise<unknown>;
  list(path: string, query: string): Promise<unknown>;
}

const documents = {
  project: 'query($path: ID!) { project(fullPath: $path) { id } }',
  group: 'query($path: ID!) { group(fullPath: $path) { id } }',
} as const;

/** Finds the number of a project or group by its path; `undefined` when neither GraphQL nor the search knows it. */
export async function resolvePath(address: PathAddress, lookups: Lookups): Promise<number | undefined> {
  const { kind, fullPath } = address;
  const data = await lookups.graphql(documents[kind], { path: fullPath });
  const gid = field(field(data, kind), 'id');
  const number = typeof gid === 'string' ? /^gid:\/\/gitlab\/\w+\/(\d{1,15})$/.exec(gid)?.[1] : undefined;
  if (number !== undefined) return Number(number);

  const name = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  const simple = kind === 'project' ? '&simple=true' : '';
  const found = await lookups.list(`/${kind}s`, `search=${encodeURIComponent(name)}&per_page=100${simple}`);
  const key = kind === 'project' ? 'path_with_namespace' : 'full_path';
  const match = Array.isArray(found) ? found.find((item) => isSamePath(field(item, key), fullPath)) : undefined;
  const id = field(match, 'id');
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

function isSamePath(value: unknown, fullPath: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === fullPath.toLowerCase();
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
