import { type Action, domainOf } from '../catalog/action.ts';
import type { Field, StringField } from '../catalog/field.ts';
import type { CatalogView } from '../catalog/view.ts';
import { kindOf } from './render/kinds.ts';
import type { Grant } from './surface.ts';

type Named = NonNullable<StringField['names']>;

/** Where the right value of a param is to be found. */
export interface Lead {
  readonly param: string;
  /** What the param names, in words: `merge request`, or `branch, tag or commit`. */
  readonly thing: string;
  /** `object`: what the action is about. `ref`: which state of the files. `place`: the project or group it is all in. */
  readonly role: 'object' | 'ref' | 'place';
  /** Actions that list such things, never empty. */
  readonly lists: readonly Action[];
}

/**
 * Leads to what was not found, derived from routes: what `/jobs/:job_id/trace` misses is among what `/jobs` lists. Where
 * GitLab has no such list, the kind of the result and the name of the param tell. Only what the view serves is named.
 */
export class Leads {
  readonly #view: CatalogView;
  /** Made when the first call fails: a start does without it. */
  #index: ListIndex | undefined;
  readonly #known = new WeakMap<Action, readonly Lead[]>();

  constructor(view: CatalogView) {
    this.#view = view;
  }

  /** Innermost first: the thing itself, then what it is in. */
  of(action: Action, grant?: Grant): readonly Lead[] {
    let leads = this.#known.get(action);
    if (leads === undefined) {
      leads = wantedOf(action).flatMap((wanted) => this.#leadTo(wanted, action));
      this.#known.set(action, leads);
    }
    if (grant === undefined) return leads;
    return leads
      .map((lead) => ({ ...lead, lists: lead.lists.filter((list) => grant.lists(list)) }))
      .filter(({ lists }) => lists.length > 0);
  }

  /** Where the projects, groups, users or namespaces are listed that a param may name; `undefined` when nowhere. */
  toNamed(param: string, named: Named, action: Action, grant?: Grant): Lead | undefined {
    const wanted = {
      param,
      role: 'place',
      thing: named,
      isResult: false,
      collection: `${named}s`,
      kinds: [named],
    } as const;
    const [lead] = this.#leadTo(wanted, action);
    return lead?.lists.every((list) => grant?.lists(list) ?? true) === true ? lead : undefined;
  }

  #leadTo(wanted: Wanted, action: Action): Lead[] {
    const { param, role, kinds, collection } = wanted;
    const { all, byRoute } = (this.#index ??= indexLists(this.#view));
    const ofRoute = collection === '' ? [] : (byRoute.get(collection) ?? []);
    const ofKinds = kinds.map((kind) => all.filter(({ result }) => result.kind === kind));
    const found = [ofRoute, ...ofKinds].flatMap((lists) => best(lists, wanted, action));
    // A ref may be any of several things, each with a list of its own.
    const lists = role === 'ref' ? found : found.slice(0, 1);
    const [first] = lists;
    return first === undefined ? [] : [{ param, role, thing: wanted.thing ?? thingOf(first, wanted, action), lists }];
  }
}

/** The actions of a view that list something. */
interface ListIndex {
  readonly all: readonly Action[];
  readonly byRoute: ReadonlyMap<string, readonly Action[]>;
}

function indexLists({ actions }: CatalogView): ListIndex {
  const all = actions.filter(({ effect, result }) => effect === 'read' && result.shape === 'list');
  return { all, byRoute: Map.groupBy(all, ({ route = '' }) => collectionOf(segmentsOf(route))) };
}

/** The last object of a route may be more than its list is called after: a link, in a list of linked issues. */
function thingOf(list: Action, { param, isResult }: Wanted, action: Action): string {
  const kind = isResult && list.result.kind !== nounOf(param) ? action.result.kind : list.result.kind;
  return kindOf(kind).singular;
}

/**
 * The leads that GitLab's words, such as `404 Project Not Found`, point to; all of them when they say no more. A path and
 * the ref it is looked for in stay together, whichever of the two GitLab names.
 */
export function narrowLeads(leads: readonly Lead[], said: string | undefined): readonly Lead[] {
  const noun = /\b404 (\D+?) not found/i.exec(said ?? '')?.[1]?.toLowerCase();
  if (noun === undefined) return leads;
  const isMeant = ({ thing }: Lead): boolean => thing.split(/, | or /).includes(noun);
  const meant = leads.filter(isMeant).map((lead) => ({ ...lead, thing: noun }));
  if (meant.length === 0) return leads;
  const beside = meant.some(isInFiles) ? leads.filter((lead) => isInFiles(lead) && !isMeant(lead)) : [];
  return [...meant, ...beside];
}

function isInFiles({ role, thing }: Lead): boolean {
  return role === 'ref' || thing === 'file';
}

/** A param whose value may name nothing. */
interface Wanted {
  readonly param: string;
  readonly role: Lead['role'];
  /** What is returned is the very thing the param names. */
  readonly isResult: boolean;
  /** Where the list that is found would not tell. */
  readonly thing?: string;
  /** Route of the list it would be an element of. */
  readonly collection: string;
  /** Kinds of lists that have it where the route leads nowhere, the likeliest first. */
  readonly kinds: readonly string[];
}

function wantedOf(action: Action): readonly Wanted[] {
  const segments = segmentsOf(action.route ?? '');
  const inRoute = segments.flatMap((segment, at) => (segment.startsWith(':') ? [{ name: segment.slice(1), at }] : []));
  const last = inRoute.at(-1)?.at;
  const wanted = inRoute
    .toReversed()
    .filter(({ name }) => !isChoice(action.params[name]))
    .map(({ name, at }) => toWanted(action, name, { before: segments.slice(0, at), isLast: at === last }));
  const beside = Object.keys(action.params)
    .filter((name) => !inRoute.some((other) => other.name === name))
    .flatMap((name) => besideRoute(action, name));
  const isPlace = ({ role }: Wanted): boolean => role === 'place';
  return [
    ...wanted.filter((one) => !isPlace(one)),
    ...beside.filter((one) => !isPlace(one)),
    ...[...wanted, ...beside].filter(isPlace),
  ];
}

/** Params in the query or body that decide whether something is found: paths, refs, and IDs where there is no route. */
function besideRoute(action: Action, name: string): Wanted[] {
  const field = action.params[name];
  const isObject = action.route === undefined && field?.required === true && /(?:^|_)i?id$|_path$/.test(name);
  return isObject || isPerson(action, name) || isFilePath(action, name) || isRef(action, name)
    ? [toWanted(action, name, { before: [], isLast: isObject })]
    : [];
}

/** Whom a change is about. Where a name and an ID are taken it is the name that people get wrong. */
function isPerson({ effect, params }: Action, name: string): boolean {
  if (effect === 'read') return false;
  return name === 'username' || (name === 'user_id' && params['username'] === undefined);
}

/** The values of a choice are in the schema, and are not looked for in GitLab. */
function isChoice(field: Field | undefined): boolean {
  return field?.type === 'string' && field.enum !== undefined;
}

interface Position {
  /** Segments of the route before the param. */
  readonly before: readonly string[];
  readonly isLast: boolean;
}

function toWanted(action: Action, param: string, { before, isLast }: Position): Wanted {
  const collection = collectionOf(before);
  const field = action.params[param];
  const place =
    field?.type === 'string' && (field.names === 'project' || field.names === 'group') ? field.names : undefined;
  const plain = { param, isResult: false, collection: '' } as const;
  if (place !== undefined) return { ...plain, role: 'place', thing: place, collection: `${place}s`, kinds: [place] };
  if (isRef(action, param)) return { ...plain, role: 'ref', thing: 'branch, tag or commit', kinds: ['branch', 'tag'] };
  if (isFilePath(action, param)) return { ...plain, role: 'object', thing: 'file', kinds: ['tree_entry'] };
  if (collection.endsWith('repository/blobs'))
    return { ...plain, role: 'object', thing: 'blob', kinds: ['tree_entry'] };
  if (before.length === 0 && isPerson(action, param)) {
    return { ...plain, role: 'object', thing: 'user', collection: 'users', kinds: ['user'] };
  }
  const noun = nounOf(param);
  return {
    param,
    role: 'object',
    isResult: isLast && (action.route ?? `:${param}`).endsWith(`:${param}`),
    collection,
    kinds: [...(isLast ? [action.result.kind] : []), ...(noun === undefined ? [] : [noun])],
  };
}

/** Elsewhere a path is one on the disk, or in an archive. */
function isFilePath(action: Action, param: string): boolean {
  return (param === 'path' || param === 'file_path') && domainOf(action) === 'repository';
}

const refNames: ReadonlySet<string> = new Set(['ref', 'ref_name', 'from', 'to', 'refs']);

/** `from` may also be a day. */
function isRef({ params }: Action, name: string): boolean {
  return refNames.has(name) && /\bbranch/i.test(params[name]?.description ?? '');
}

/** `merge_request_iid` names a merge request; `key` and `slug` name nothing in particular. */
function nounOf(param: string): string | undefined {
  if (param === 'sha' || param === 'commit_sha') return 'commit';
  return /^(.+)_(?:i?id|name|path)$/.exec(param)?.[1];
}

/** At most one: the list to name among those that fit. */
function best(lists: readonly Action[], { param }: Wanted, action: Action): readonly Action[] {
  const known = requiredOf(action);
  const fits = lists.flatMap((list) => {
    const needs = requiredOf(list);
    const isCallable = [...needs].every((name) => known.has(name));
    const isNear = domainOf(list) === domainOf(action);
    // A list of what is inside the thing itself needs that thing first.
    if (needs.has(param) || !(isCallable || isNear)) return [];
    const isRelated = action.related?.includes(list.id) === true;
    // Between equals the narrower one, which needs more of what is known, then the plainer name.
    return [{ list, rank: [isCallable ? 1 : 0, isNear ? 1 : 0, needs.size, isRelated ? 1 : 0, -list.id.length] }];
  });
  const [first] = fits.sort((a, b) => compareRanks(b.rank, a.rank));
  return first === undefined ? [] : [first.list];
}

function requiredOf({ params }: Action): ReadonlySet<string> {
  return new Set(Object.keys(params).filter((name) => params[name]?.required === true));
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function segmentsOf(route: string): readonly string[] {
  return route.slice(route.indexOf('/') + 1).split('/');
}

/** Placeholders go by several names, so they are compared without. */
function collectionOf(segments: readonly string[]): string {
  return segments.map((segment) => (segment.startsWith(':') ? ':' : segment)).join('/');
}
