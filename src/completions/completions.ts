import type { Action } from '../catalog/action.ts';
import { type Caller, execute } from '../catalog/execute.ts';
import { visible } from '../catalog/hidden-text.ts';
import type { CatalogView } from '../catalog/view.ts';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type Completer, completedVariables, completers, type Filled, thingsOf, type ValueList } from './completers.ts';
import { type Found, RecentValues } from './recent-values.ts';

/** What is to be completed: an argument of a prompt, or a variable of a resource template. */
export interface CompletionRequest {
  readonly of: 'prompt' | 'resource';
  readonly name: string;
  /** What was typed so far. */
  readonly typed: string;
  readonly filled: Filled;
}

export interface CompletionContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly grant?: { refusal(action: Action): string | undefined } | undefined;
}

/** The `completion` of the result. */
export interface Completion {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

export interface CompletionsOptions {
  readonly logger: Logger;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const nothing: Completion = { values: [] };
const mostValues = 10;
const longestTyped = 200;
/** Fetched when GitLab searches, and when all that it sends is looked through here. */
const fetched = { gitlab: 20, here: 100 } as const;

/**
 * Proposes values while somebody fills in a form, with the caller's own token. An editor asks at every keystroke and can do
 * nothing about an error, so whatever goes wrong proposes nothing.
 */
export class Completions {
  readonly #view: CatalogView;
  readonly #logger: Logger;
  readonly #recent: RecentValues;

  constructor(view: CatalogView, { logger, now = () => performance.now() }: CompletionsOptions) {
    this.#view = view;
    this.#logger = logger;
    this.#recent = new RecentValues(now);
  }

  async complete(request: CompletionRequest, context: CompletionContext): Promise<Completion> {
    const { of, name, typed, filled } = request;
    if (of === 'resource' && !completedVariables.has(name)) return nothing;
    const completer = Object.hasOwn(completers, name) ? completers[name] : undefined;
    if (completer === undefined || typed.length > longestTyped || /\p{Cc}/u.test(typed)) return nothing;
    const lists = choose(completer, filled);
    const found = await Promise.all(lists.map(async (list) => this.#find(list, request, context)));
    return join(
      found.filter((each) => each !== undefined),
      typed,
    );
  }

  async #find(list: ValueList, request: CompletionRequest, context: CompletionContext): Promise<Found | undefined> {
    const { typed, filled } = request;
    const resolution = this.#view.resolve(list.action);
    if (resolution.kind !== 'action' || context.grant?.refusal(resolution.action) !== undefined) return undefined;
    const input = {
      ...list.input,
      ...Object.fromEntries(list.needs.map((name) => [name, filled[name]])),
      ...(list.search === 'gitlab' && typed !== '' ? { search: typed } : {}),
      per_page: typed === '' ? fetched.gitlab : fetched[list.search],
    };
    try {
      const found = await this.#recent.remember(
        context.caller.gitlab,
        `${list.action} ${JSON.stringify(input)}`,
        async () => {
          const outcome = await execute(resolution.action, input, context.caller, {
            signal: context.signal,
            confirmed: false,
            explains: false,
          });
          return { candidates: thingsOf(outcome).map((thing) => toCandidate(list, thing)), page: outcome.page };
        },
      );
      return list.search === 'gitlab' || typed === '' ? found : startingWith(found, typed);
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal';
      this.#logger.debug('completion failed', { argument: request.name, action: list.action, code });
      return undefined;
    }
  }
}

/** The lists whose needs are met: the first of them, or all. */
function choose({ lists, all }: Completer, filled: Filled): readonly ValueList[] {
  const ready = lists.filter(({ needs }) => needs.every((name) => (filled[name] ?? '') !== ''));
  return all === true ? ready : ready.slice(0, 1);
}

/** A name with something hidden in it is not offered: what a person cannot see they cannot choose (trap T-75). */
function toCandidate({ valueOf, alsoMatches, changedAt }: ValueList, thing: Readonly<Record<string, unknown>>) {
  const value = valueOf(thing);
  return {
    value: visible(value) === value ? value : '',
    also: alsoMatches?.(thing) ?? '',
    changedAtMs: changedAt === undefined ? 0 : Date.parse(changedAt(thing)) || 0,
  };
}

/** GitLab's count is of what it sent, not of what is left after looking through it here. */
function startingWith({ candidates }: Found, typed: string): Found {
  return {
    candidates: candidates.filter(({ value, also }) => value.startsWith(typed) || also.startsWith(typed)),
    page: undefined,
  };
}

/** What begins with the typed text comes first, then what changed last; the order of GitLab decides the rest. */
function join(found: readonly Found[], typed: string): Completion {
  const wanted = typed.toLowerCase();
  const rank = (value: string): number => {
    const lower = value.toLowerCase();
    if (lower === wanted) return 0;
    // A group before what is inside it.
    if (lower.startsWith(wanted)) return lower.includes('/', wanted.length) ? 2 : 1;
    // The last part of a path is what people call it by.
    return lower.slice(lower.lastIndexOf('/') + 1).startsWith(wanted) ? 3 : 4;
  };
  const ranked = found
    .flatMap(({ candidates }) => candidates)
    .map((candidate) => ({ ...candidate, rank: rank(candidate.value) }))
    .toSorted((a, b) => a.rank - b.rank || b.changedAtMs - a.changedAtMs);
  const all = [...new Set(ranked.map(({ value }) => value))].filter((value) => value !== '');
  const values = all.slice(0, mostValues);
  const totals = found.map(({ page }) => page?.totalItems);
  const total =
    found.length > 0 && totals.every((each) => each !== undefined) ? totals.reduce((a, b) => a + b, 0) : undefined;
  const hasMore =
    all.length > values.length || (total ?? 0) > values.length || found.some(({ page }) => page?.hasMore === true);
  if (values.length === 0) return nothing;
  return { values, ...(total === undefined ? {} : { total }), hasMore };
}
