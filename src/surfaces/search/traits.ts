import { type Action, domainOf } from '../../catalog/action.ts';
import type { Lexicon } from './lexicon.ts';
import type { TermTable } from './term-table.ts';
import { weights } from './weights.ts';

/** What ranking asks of an action beside its words. Numbers are those of terms. */
export interface Traits {
  /** It gives back a list. */
  readonly many: boolean;
  /** For each object it needs by number or name, beside project and group: what that may be called. */
  readonly numbers: readonly (readonly number[])[];
  /** What an update can change, and the read of the same thing therefore shows. Empty for all other actions. */
  readonly properties: ReadonlySet<number>;
  /** What it gives back or changes. */
  readonly result: readonly number[];
  /** Class of the verb its title begins with. */
  readonly verb: string | undefined;
  /** Stem of the word its title begins with: saying it is asking for what the action does. */
  readonly ownVerb: string;
  /** It is about the caller: `List my SSH keys`. */
  readonly mine: boolean;
  readonly destructive: boolean;
  readonly read: boolean;
  /** Points for actions that people use daily, less those for long names. */
  readonly standing: number;
}

/** Areas by how often people ask for them: decides between siblings that fit alike. */
const standings: Readonly<Record<string, number>> = {
  issue: 3,
  merge_request: 3,
  project: 3,
  pipeline: 3,
  repository: 2.5,
  branch: 2.5,
  job: 2.5,
  mr_review: 2,
  group: 2,
  user: 2,
  release: 2,
  ci_variable: 2,
  search: 1.5,
  tag: 1.5,
  environment: 1.5,
  wiki: 1.5,
  snippet: 1.5,
  runner: 1,
  package: 1,
  access: 1,
  feature_flags: 1,
  vulnerability: 1,
  admin: -0.5,
  geo: -1,
  orbit: -1,
  storage_move: -1,
  interactive: -4,
};

const none: ReadonlySet<number> = new Set();

export function buildTraits(actions: readonly Action[], table: TermTable, lexicon: Lexicon): Traits[] {
  const traits = actions.map((action) => traitsOf(action, table, lexicon));
  const updates = new Map<string, Traits>();
  for (const trait of traits)
    if (trait.verb === 'update' && trait.numbers.length === 1) updates.set(thingOf(trait), trait);
  return traits.map((trait) => {
    const update = trait.verb === 'get' && trait.numbers.length === 1 ? updates.get(thingOf(trait)) : undefined;
    return update === undefined ? trait : { ...trait, properties: update.properties };
  });
}

function traitsOf(action: Action, table: TermTable, lexicon: Lexicon): Traits {
  const fields = Object.entries(action.params);
  const ownVerb = table.text(table.termsOf(action.title)[0]);
  const verb = lexicon.verbOf(ownVerb)?.name;
  const isUpdate = verb === 'update' && action.effect === 'write';
  const changed = isUpdate ? fields.filter(([, field]) => !field.required) : [];
  return {
    many: action.result.shape === 'list',
    numbers: numbersOf(action, table),
    properties: isUpdate ? new Set(changed.flatMap(([name]) => table.termsOfName(name))) : none,
    result: table.termsOfName(action.result.kind),
    verb,
    ownVerb,
    mine: /\bmy\b/i.test(action.title),
    destructive: action.effect === 'destroy',
    read: action.effect === 'read',
    standing: (standings[domainOf(action)] ?? 0) * weights.common - action.id.split(/[._]/).length * weights.perIdWord,
  };
}

function thingOf({ result, numbers }: Traits): string {
  return `${result.join()}/${numbers.join()}`;
}

/** The placeholders of its route name the objects. Where code or GraphQL takes the place of a route, required IDs do. */
function numbersOf({ route, params, result }: Action, table: TermTable): (readonly number[])[] {
  const names =
    route?.match(/(?<=:)\w+/g) ??
    Object.keys(params).filter((name) => params[name]?.required === true && /_?i?id$/.test(name));
  const objects = names.filter((name) => name !== 'project_id' && name !== 'group_id');
  const kind = table.termsOfName(result.kind).at(-1);
  return objects.map((name, at) => {
    const called = table.termsOfName(objectNames[name] ?? name.replace(/_?(?:i?id|name|sha|path)$/, '')).at(-1);
    // `/releases/:tag_name` is a release, whatever its param is called.
    const isItself = at === objects.length - 1 && (route === undefined || route.endsWith(`:${name}`));
    return [called, isItself ? kind : undefined].filter((term) => term !== undefined);
  });
}

const objectNames: Readonly<Record<string, string>> = { sha: 'commit', file_path: 'file', key: '', slug: '', name: '' };
