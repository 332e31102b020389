import type { Action } from '../../../src/catalog/action.ts';

/** What a step sends. A text such as `$issue.create/iid` stands for that part of the latest answer of that action. */
export type StepParams = Readonly<Record<string, unknown>>;

interface StepOptions {
  /** Label of the token; an administrator's when left out. */
  readonly as?: string;
  /** GitLab refuses this here, and this is what the caller reads. */
  readonly refused?: string;
}

/** An action with params, an ID for one that the surroundings supply everything to, or time that passes. */
type Row =
  | string
  | readonly [id: string, params: StepParams, options?: StepOptions]
  | { readonly advanceMs: number }
  | Rows;

export interface Rows {
  readonly within: StepParams;
  readonly rows: readonly Row[];
}

export interface Step extends StepOptions {
  readonly id: string;
  readonly params: StepParams;
  readonly advanceMs?: number;
}

/** Rows about the same thing: each gets those of the params that its action demands and that it does not give itself. */
export function within(params: StepParams, rows: readonly Row[]): Rows {
  return { within: params, rows };
}

/** Every row as a step, in order. */
export function toSteps(row: Row, actions: ReadonlyMap<string, Action>, around: StepParams = {}): readonly Step[] {
  if (typeof row === 'string') return toSteps([row, {}], actions, around);
  if ('rows' in row) return row.rows.flatMap((each) => toSteps(each, actions, { ...around, ...row.within }));
  if ('advanceMs' in row) return [{ id: 'advance', params: {}, advanceMs: row.advanceMs }];
  const [id, given, options] = row;
  const action = actions.get(id);
  if (action === undefined) throw new Error(`there is no action ${id}`);
  const needed = Object.entries(around).filter(([name]) => action.params[name]?.required === true);
  return [{ id, params: { ...Object.fromEntries(needed), ...given }, ...options }];
}

/** Puts what earlier steps were answered in the places that refer to it. */
export function fillIn(value: unknown, answers: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => fillIn(each, answers));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillIn(each, answers)]));
  }
  if (typeof value !== 'string' || !/^\$\w+\.\w+\//.test(value)) return value;
  const [id = '', ...path] = value.slice(1).split('/');
  let found: unknown = answers.get(id);
  for (const key of path) found = partOf(found, key);
  if (found === undefined) throw new Error(`${value} is nowhere in ${JSON.stringify(answers.get(id))}`);
  return found;
}

/** Of a text, what is between its slashes. */
function partOf(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value.split('/')[Number(key)];
  return (value as Record<string, unknown> | undefined)?.[key]; // answers are JSON
}
