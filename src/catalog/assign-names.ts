import type { Params } from './field.ts';

/**
 * Which param each key of an input stands for: its own name in any spelling (`projectId`), an alias of the field, or a
 * spelling that models carry over from sibling actions. A key that may mean several params gets the one nobody else
 * claims, so `id` beside `project_id` is the other ID. Keys that mean nothing are absent; two keys may mean one param.
 */
export function assignNames(
  params: Params,
  keys: Iterable<string>,
  { isOpen }: { readonly isOpen: boolean },
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const unclear: { readonly key: string; readonly candidates: readonly string[] }[] = [];
  for (const key of keys) {
    const spelled = key.length > maxKeyLength ? key : toSnakeCase(key);
    if (Object.hasOwn(params, key)) names.set(key, key);
    // In an open object a key that is not a field is the caller's own.
    else if (isOpen) continue;
    else if (Object.hasOwn(params, spelled)) names.set(key, spelled);
    else {
      const candidates = candidatesFor(params, spelled);
      if (candidates.length > 0) unclear.push({ key, candidates });
    }
  }
  const claimed = new Set(names.values());
  // The key with the fewest meanings chooses first.
  for (const { key, candidates } of unclear.sort((a, b) => a.candidates.length - b.candidates.length)) {
    const [first = key] = candidates;
    const name = candidates.find((candidate) => !claimed.has(candidate)) ?? first;
    names.set(key, name);
    claimed.add(name);
  }
  return names;
}

export function toSnakeCase(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** No param has a longer name. */
const maxKeyLength = 100;

/** Spellings that models carry over from sibling actions, tried where the action itself does not know the key. */
const commonAliases: Readonly<Record<string, readonly string[]>> = {
  search: ['query'],
  query: ['search'],
  q: ['search', 'query'],
  project_path: ['project_id'],
  project: ['project_id'],
  group_path: ['group_id'],
  group: ['group_id'],
  mr_iid: ['merge_request_iid'],
  branch: ['ref', 'branch_name'],
  ref: ['branch', 'ref_name'],
  assignee: ['assignee_username'],
  author: ['author_username'],
  body: ['description', 'note'],
  comment: ['body', 'note'],
  content: ['body', 'description'],
  text: ['body'],
  message: ['commit_message', 'body'],
  status: ['scope', 'state'],
  state: ['state_event', 'status'],
  name: ['title'],
  title: ['name'],
};

/** The params a key may stand for, the likeliest first. */
function candidatesFor(params: Params, key: string): readonly string[] {
  const aliased = aliasesOf(params).get(key);
  if (aliased !== undefined) return aliased;
  const common = Object.hasOwn(commonAliases, key) ? commonAliases[key] : undefined;
  return common?.filter((name) => Object.hasOwn(params, name)) ?? nothing;
}

const nothing: readonly string[] = [];

/** Made once per action: an input may bring any number of keys. */
function aliasesOf(params: Params): ReadonlyMap<string, readonly string[]> {
  const known = aliasIndexes.get(params);
  if (known !== undefined) return known;
  const index = new Map<string, string[]>();
  for (const [name, field] of Object.entries(params)) {
    for (const alias of field.aliases ?? []) {
      const names = index.get(alias);
      if (names === undefined) index.set(alias, [name]);
      else names.push(name);
    }
  }
  aliasIndexes.set(params, index);
  return index;
}

const aliasIndexes = new WeakMap<Params, ReadonlyMap<string, readonly string[]>>();
