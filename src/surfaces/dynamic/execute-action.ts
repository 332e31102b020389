import type { Action } from '../../catalog/action.ts';
import { execute } from '../../catalog/execute.ts';
import { normalise } from '../../catalog/normalise.ts';
import type { CatalogView } from '../../catalog/view.ts';
import { AppError, type AppErrorOptions } from '../../errors/app-error.ts';
import { Leads } from '../leads.ts';
import { isThing, type Thing } from '../render/thing.ts';
import type { ActionSearch } from '../search/action-search.ts';
import type { Grant, ToolContext, ToolResult } from '../surface.ts';
import { type ErrorSettings, refusal, toToolError } from '../tool-error.ts';
import { type ResultSettings, toToolResult } from '../tool-result.ts';
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
  readonly #results: ResultSettings;
  readonly #search: ActionSearch;
  readonly #errors: ErrorSettings;
  readonly #onUnexpected: ExecuteSettings['onUnexpected'];

  constructor({ view, results, search, onUnexpected }: ExecuteSettings) {
    this.#view = view;
    this.#results = results;
    this.#search = search;
    this.#errors = { leads: new Leads(view), nameOf: results.nameOf, repair };
    this.#onUnexpected = onUnexpected;
  }

  /** Never rejects: what goes wrong is told to the client in its result, and to the observer in full. */
  async run(args: unknown, context: ToolContext): Promise<ToolResult> {
    let action: Action | undefined;
    try {
      const given = readArguments(args);
      action = this.#resolve(given.action, context.grant);
      context.observer?.resolved(action);
      const params = paramsFor(action, given);
      refuseWithoutGrant(action, params, context.grant);
      const outcome = await execute(action, params, context.caller, {
        signal: context.signal,
        confirmed: given.confirm,
        progress: context.progress,
        ...(context.files === undefined ? {} : { files: context.files }),
        served: () => this.#view.actions.filter((other) => context.grant?.lists(other) ?? true),
      });
      return toToolResult(outcome, this.#results, context.grant);
    } catch (error) {
      context.observer?.failed(error);
      if (!(error instanceof AppError)) this.#onUnexpected(error, action);
      if (action !== undefined && !isOwnRefusal(error)) return toToolError(error, action, this.#errors, context.grant);
      return refusal(
        error instanceof AppError
          ? error.message
          : `${executeToolName}: this server made a mistake and has logged it. Suggestion: try once more, then tell its operator`,
      );
    }
  }

  #resolve(name: string, grant: Grant | undefined): Action {
    const resolution = this.#view.resolve(name);
    switch (resolution.kind) {
      case 'action':
        return resolution.action;
      case 'withheld':
        throw refuse(
          'action.withheld',
          `action "${resolution.action.id}" exists but is not offered here: ${resolution.reason}. Do not report the capability as missing.`,
        );
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
          if (again.kind === 'action') return again.action;
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
  if (confirm !== undefined && confirm !== null && typeof confirm !== 'boolean') {
    throw refuse(
      'input.invalid',
      `confirm is ${shown(confirm)}, give the boolean true, without quotes, and only after the user agreed`,
    );
  }
  return { action: action.trim(), params: params ?? undefined, confirm: confirm === true, strays };
}

/** The params as they were given, or gathered from beside `params` when there can be no doubt. */
function paramsFor(action: Action, { params, strays }: ExecuteArguments): unknown {
  const names = Object.keys(strays);
  if (names.length > 0) {
    if (params === undefined && names.every((name) => takes(action, name))) return strays;
    const list = names.slice(0, 5).map(quoted).join(', ');
    throw refuse(
      'input.invalid',
      `unknown argument ${list}. Suggestion: put the parameters of ${action.id} inside params`,
    );
  }
  if (isThing(params) && Object.hasOwn(params, 'confirm') && !takes(action, 'confirm')) {
    throw refuse(
      'input.invalid',
      'confirm stands inside params. Suggestion: give it beside action and params, after the user agreed',
    );
  }
  return params ?? {};
}

function takes(action: Action, name: string): boolean {
  if (Object.hasOwn(action.params, name)) return true;
  return Object.values(action.params).some((field) => field.aliases?.includes(name) === true);
}

/** A wrong input is reported before a missing permission, and both before anything is confirmed or sent. */
function refuseWithoutGrant(action: Action, params: unknown, grant: Grant | undefined): void {
  const reason = grant?.refusal(action);
  if (reason === undefined) return;
  normalise(action, params);
  throw refuse('action.withheld', reason, { refusal_reason: 'fine_grained' });
}

/** The next move after a mistake of the caller's. */
function repair(error: AppError, action: Action): string | undefined {
  if (error.code === 'action.unconfirmed') {
    return 'ask the user, and when they agree call again with confirm set to true beside action and params';
  }
  return error.code === 'input.invalid'
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

const ownRefusals = new WeakSet<AppError>();

/** Refusals made here say everything already. */
function isOwnRefusal(error: unknown): boolean {
  return error instanceof AppError && ownRefusals.has(error);
}

function refuse(
  code: 'input.invalid' | 'action.unknown' | 'action.withheld',
  message: string,
  detail: AppErrorOptions['detail'] = {},
): AppError {
  const error = new AppError(code, `${executeToolName}: ${message}`, { detail });
  ownRefusals.add(error);
  return error;
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, 60);
}
