import type { Action } from '../../catalog/action.ts';
import { UnfitParams } from '../../catalog/unfit-params.ts';
import type { CatalogView, Resolution } from '../../catalog/view.ts';
import type { AppError } from '../../errors/app-error.ts';
import { isThing, type Thing } from '../render/thing.ts';
import { quoted, readConfirm, refuse as refuseOf, RunAction, withheld } from '../run-action.ts';
import { gatherParams, takes } from '../stray-params.ts';
import type { ActionSearch } from '../search/action-search.ts';
import type { Grant, ToolContext, ToolResult } from '../surface.ts';
import type { ResultSettings } from '../tool-result.ts';
import { inWords, nearActions } from './near-actions.ts';
import { executeToolName, findToolName } from './tools.ts';

export interface ExecuteSettings {
  readonly view: CatalogView;
  readonly results: ResultSettings;
  /** Finds what an unknown name may have meant. */
  readonly search: ActionSearch;
  /** Told of failures nobody foresaw, whose text no client sees. */
  readonly onUnexpected: (error: unknown, action: Action | undefined) => void;
}

/** Runs one action by name. Every refusal says what to do next, so that a model that errs once succeeds the second time. */
export class ExecuteAction {
  readonly #view: CatalogView;
  readonly #search: ActionSearch;
  readonly #runner: RunAction;

  constructor({ view, results, search, onUnexpected }: ExecuteSettings) {
    this.#view = view;
    this.#search = search;
    this.#runner = new RunAction({
      view,
      results,
      repair,
      onUnexpected,
      namesToolInGrantRefusal: true,
      asksToDestroy: false,
    });
  }

  /** Never rejects: what goes wrong is told to the client in its result, and to the observer in full. */
  async run(args: unknown, context: ToolContext): Promise<ToolResult> {
    return this.#runner.run(executeToolName, context, (resolved) => {
      const given = readArguments(args);
      const { action, preset } = this.#resolve(given.action, context.grant);
      resolved(action);
      return { action, preset, params: paramsFor(action, given), confirmed: given.confirm };
    });
  }

  #resolve(name: string, grant: Grant | undefined): Resolved {
    const resolution = this.#view.resolve(name);
    switch (resolution.kind) {
      case 'action':
        return resolution;
      case 'withheld':
        throw withheld(executeToolName, resolution);
      case 'ambiguous': {
        const ids = resolution.candidates.map(({ id }) => id).join(', ');
        throw refuse(
          'action.unknown',
          `${quoted(name)} may mean several actions. Suggestion: call again with one of these IDs: ${ids}`,
        );
      }
      case 'unknown':
      default: {
        const bare = normalisedName(name);
        // Letter case, blanks and the name of a tool before the dot do not change what is meant.
        if (bare !== name) {
          const again = this.#view.resolve(bare);
          if (again.kind === 'action') return again;
        }
        const near = nearActions(bare.slice(0, maxNameLength), this.#view, this.#search, grant);
        const advice = near.length === 0 ? '' : `use one of these IDs if it is what you mean: ${near.join(', ')}, or `;
        const words = inWords(bare).slice(0, 60).trim();
        throw refuse(
          'action.unknown',
          `there is no action ${quoted(name)}. Suggestion: ${advice}search with ${findToolName}${words === '' ? '' : `, such as query ${JSON.stringify(words)}`}`,
        );
      }
    }
  }
}

type Resolved = Extract<Resolution, { kind: 'action' }>;

interface ExecuteArguments {
  readonly action: string;
  readonly params: unknown;
  readonly confirm: boolean;
  /** Keys beside the three, which may be params that were put in the wrong place. */
  readonly strays: Thing;
}

function readArguments(args: unknown): ExecuteArguments {
  if (args !== undefined && args !== null && !isThing(args))
    throw refuse('input.invalid', 'arguments must be an object with action and params');
  const { action, params, confirm, ...strays } = args ?? {};
  if (typeof action !== 'string' || action.trim() === '') {
    throw refuse(
      'input.invalid',
      `action is missing. Suggestion: give the ID of an action, such as issue.list, found with ${findToolName}`,
    );
  }
  const agreed = readConfirm(executeToolName, confirm);
  return { action: action.trim(), params: params ?? undefined, confirm: agreed, strays };
}

/** The params as they were given, or gathered from beside `params` when there can be no doubt. */
function paramsFor(action: Action, { params, strays }: ExecuteArguments): unknown {
  const gathered = gatherParams(executeToolName, { action, name: action.id }, params, strays);
  if (isThing(params) && Object.hasOwn(params, 'confirm') && !takes(action, 'confirm')) {
    throw refuse(
      'input.invalid',
      'confirm stands inside params. Suggestion: give it beside action and params, after the user agreed',
    );
  }
  return gathered;
}

/** The next move after a mistake of the caller's. */
function repair(error: AppError, action: Action): string | undefined {
  if (error.code === 'action.unconfirmed') {
    return 'ask the user, and when they agree call again with confirm set to true beside action and params';
  }
  return error instanceof UnfitParams
    ? `build params from the input_schema that ${findToolName} gives for ${action.id}`
    : undefined;
}

function normalisedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^gitlab_(?=[a-z_]+\.)/, '')
    .replace(/\s*[./:]\s*/, '.')
    .replaceAll(/[\s-]+/g, '_');
}

/** Longer than any name; what follows says nothing more. */
const maxNameLength = 100;

function refuse(code: 'input.invalid' | 'action.unknown', message: string): AppError {
  return refuseOf(executeToolName, code, message);
}
