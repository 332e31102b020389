import { type Action, domainOf } from '../../catalog/action.ts';
import { coerce } from '../../catalog/coerce.ts';
import { closest } from '../../catalog/closest.ts';
import type { CatalogView } from '../../catalog/view.ts';
import { Refused } from '../../catalog/refused.ts';
import { AppError } from '../../errors/app-error.ts';
import type { NextSteps } from '../next-steps.ts';
import { visible } from '../../catalog/hidden-text.ts';
import { code, fence, inline } from '../render/markdown.ts';
import { isThing, type Thing } from '../render/thing.ts';
import type { ActionHit, ActionSearch } from '../search/action-search.ts';
import type { Grant, ToolResult } from '../surface.ts';
import { textContent } from '../tool-result.ts';
import { type ActionCard, buildActionCard } from './action-card.ts';
import { describeLeftOut } from './left-out.ts';
import { defaultLimit, findFields, findToolName, maxQueryCharacters } from './tools.ts';

/** Hits whose params and example are also in the text, for clients that show a model only the text (trap T-26). */
const detailedHits = 3;
const fewHits = 5;
/** Points below the best hit within which another is near; a phrase that is the query makes 100. */
const nearScore = 40;
/** Words to try when nothing is near the query. */
const commonAreas = ['project', 'issue', 'merge request', 'pipeline', 'branch', 'user'];

/** Searches the actions of one view. Immutable but for the memory of cards, one per action at most. */
export class FindAction {
  readonly #view: CatalogView;
  readonly #search: ActionSearch;
  readonly #nextSteps: NextSteps;
  readonly #cards = new Map<Action, ActionCard>();

  constructor(view: CatalogView, search: ActionSearch, nextSteps: NextSteps) {
    this.#view = view;
    this.#search = search;
    this.#nextSteps = nextSteps;
  }

  /** @throws AppError `input.invalid` with the next move, when the arguments do not say what to look for. */
  run(args: unknown, grant: Grant | undefined): ToolResult {
    const { query, limit, explain } = readArguments(args);
    const found = this.#search.find(query, {
      limit: limit ?? defaultLimit,
      explain,
      ...(grant === undefined ? {} : { reaches: (action: Action) => grant.lists(action) }),
    });
    const hits = limit === undefined ? nearest(found.results) : found.results;
    if (hits.length === 0) return nothingFound(query, found.suggestions, describeLeftOut(this.#view, grant));
    return this.#answer(query, hits, grant);
  }

  #answer(query: string, hits: readonly ActionHit[], grant: Grant | undefined): ToolResult {
    const results = hits.map((hit) => this.#result(hit, grant));
    const leftOut = isDoubtful(hits) ? describeLeftOut(this.#view, grant) : [];
    return {
      content: [textContent(this.#text(query, hits, leftOut), 0.4)],
      structuredContent: { query, count: results.length, results, ...notesOf(leftOut) },
    };
  }

  #result(hit: ActionHit, grant: Grant | undefined): object {
    const { row: _row, signature: _signature, ...card } = this.#card(hit.action);
    const related = this.#nextSteps.related(hit.action, grant);
    return {
      ...card,
      ...(related.length === 0 ? {} : { related_actions: related.map(({ id }) => id) }),
      score: hit.score,
      ...(hit.lowConfidence === undefined ? {} : { low_confidence: hit.lowConfidence }),
      ...(hit.ambiguousWith === undefined ? {} : { ambiguous_with: hit.ambiguousWith }),
      ...(hit.explanation === undefined ? {} : { explanation: hit.explanation }),
    };
  }

  #text(query: string, hits: readonly ActionHit[], leftOut: readonly string[]): string {
    const cards = hits.map(({ action }) => this.#card(action));
    const doubt = doubtOf(hits);
    return [
      `## Actions for ${code(query)} (${hits.length})`,
      `| Action | What it does | Destructive | Required params |\n| --- | --- | --- | --- |\n${cards.map(({ row }) => row).join('\n')}`,
      ...(doubt === undefined ? [] : [`⚠️ ${[doubt, ...leftOut].join(' ')}`]),
      ...cards.slice(0, detailedHits).map(detailsOf),
      ...(cards.length > detailedHits ? [whereDetailsAre(cards)] : []),
      'Call gitlab_execute_action next. The parameters of the action go inside one params object, confirm stands beside it.',
    ].join('\n\n');
  }

  #card(action: Action): ActionCard {
    let card = this.#cards.get(action);
    if (card === undefined) {
      card = buildActionCard(action, this.#view);
      this.#cards.set(action, card);
    }
    return card;
  }
}

/**
 * What is worth a reader's while, unless they say how many they want. Who asks for an action by its name wants that one, and
 * at most those it may be confused with. Of other hits the first few, and as many more as come near the best: of the sample
 * of queries one in 2,500 loses its answer, and the result is half as long.
 */
function nearest(hits: readonly ActionHit[]): readonly ActionHit[] {
  const [first] = hits;
  if (first === undefined) return hits;
  if (first.isNamed === true) return hits.filter((hit) => isRelative(hit, first.action)).slice(0, fewHits);
  return hits.filter(({ score }, at) => at < fewHits || score >= first.score - nearScore);
}

function isRelative({ action, isNamed }: ActionHit, named: Action): boolean {
  return isNamed === true || domainOf(action) === domainOf(named) || named.related?.includes(action.id) === true;
}

/** Nothing that is offered here fits. */
function isDoubtful([first]: readonly ActionHit[]): boolean {
  return first?.lowConfidence === true && first.isNamed !== true;
}

function notesOf(notes: readonly string[]): { readonly notes?: readonly string[] } {
  return notes.length === 0 ? {} : { notes };
}

/** Why the first hit may not be what was meant. Rivals of a good hit are another matter than a poor one. */
function doubtOf(hits: readonly ActionHit[]): string | undefined {
  const [first] = hits;
  if (first === undefined || first.isNamed === true) return undefined;
  if (isDoubtful(hits)) {
    return 'None of these fits well. Look again with other words if the first is not what you need.';
  }
  const rivals = first.ambiguousWith ?? [];
  if (rivals.length === 0) return undefined;
  const ids = [first.action.id, ...rivals].map((id) => code(id));
  return `These are close to each other: ${ids.join(', ')}. Compare what they do before you choose.`;
}

function detailsOf({ id, signature, usage, parameter_guidance: guidance = [], example }: ActionCard): string {
  return [
    `### \`${id}\``,
    `Params (* required): ${signature === '' ? 'none' : signature}`,
    ...(guidance.length === 0 ? [] : [guidance.join(' ')]),
    ...(usage === undefined ? [] : [usage]),
    fence(JSON.stringify(example.arguments), 'json'),
  ].join('\n\n');
}

/** A reader of the text alone must know that the other rows have params too, and how to see them. */
function whereDetailsAre(cards: readonly ActionCard[]): string {
  const shown = cards.slice(0, detailedHits).map(({ id }) => code(id));
  const next = cards[detailedHits]?.id ?? '';
  return `Params and examples are shown for ${shown.join(', ')}, the first ${detailedHits} of ${cards.length}. For another row search for its exact ID, such as query ${code(next)} with limit 1. The structured content has the params of every row.`;
}

function nothingFound(query: string, suggestions: readonly string[], leftOut: readonly string[]): ToolResult {
  const near = suggestions.slice(0, 6).map((word) => inline(word, 60));
  const next_step = 'Search again with other words: a verb and a thing, such as list issues.';
  const text = [
    `## Actions for ${code(query)} (0)`,
    'No actions found.',
    ...leftOut,
    ...(near.length === 0 ? [] : [`Near words: ${near.join(', ')}`]),
    `Common areas: ${commonAreas.join(', ')}`,
    next_step,
  ].join('\n\n');
  return {
    content: [textContent(text, 0.4)],
    structuredContent: {
      query,
      count: 0,
      results: [],
      suggestions: near.length === 0 ? commonAreas : near,
      next_step,
      ...notesOf(leftOut),
    },
  };
}

interface FindArguments {
  readonly query: string;
  /** `undefined` when the caller left it to us. */
  readonly limit: number | undefined;
  readonly explain: boolean;
}

function readArguments(args: unknown): FindArguments {
  const given: Thing = isThing(args) ? args : {};
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(findFields, name)) continue;
    const [near] = closest(name.slice(0, 40), Object.keys(findFields));
    const advice = near === undefined ? `it takes ${Object.keys(findFields).join(', ')}` : `did you mean ${near}`;
    throw invalid(`unknown argument ${JSON.stringify(name.slice(0, 60))}, ${advice}`);
  }
  const limit = optional('limit', given['limit']);
  return {
    query: readQuery(given['query']),
    limit: limit === undefined ? undefined : Number(limit),
    explain: optional('explain', given['explain']) === true,
  };
}

function readQuery(value: unknown): string {
  const query = typeof value === 'number' ? String(value) : (value ?? '');
  if (typeof query !== 'string') throw invalid('query must be a text, such as "list open merge requests"');
  const length = characters(query);
  if (length > maxQueryCharacters) {
    throw invalid(
      `query has ${length} characters, at most ${maxQueryCharacters} are accepted. Ask for one thing at a time, such as "create issue"`,
    );
  }
  const shown = visible(query).trim();
  if (shown === '') {
    throw invalid(
      'query is empty. Say what you want to do, such as "list open merge requests", "create issue" or "pipeline log"',
    );
  }
  return shown;
}

function optional(name: 'limit' | 'explain', value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  const result = coerce(findFields[name], value);
  if (result instanceof Refused) throw invalid(`${name} ${result.reason}`);
  return result.value;
}

/** As JSON Schema counts: a pair of surrogates is one character. */
function characters(text: string): number {
  if (text.length <= maxQueryCharacters) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function invalid(message: string): AppError {
  return new AppError('input.invalid', `${findToolName}: ${message}`);
}
