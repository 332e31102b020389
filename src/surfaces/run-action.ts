import type { Action, Preset } from '../catalog/action.ts';
import { withAuthorRoles } from '../catalog/author-roles.ts';
import { execute, type Outcome } from '../catalog/execute.ts';
import { normalise } from '../catalog/normalise.ts';
import { type CatalogView, isPreviewed, type Resolution } from '../catalog/view.ts';
import { AppError, type AppErrorOptions } from '../errors/app-error.ts';
import { askToDestroy, needsConfirm } from './confirmation.ts';
import { gather } from './guided-flow.ts';
import { Leads } from './leads.ts';
import { Unanswered } from './question.ts';
import type { ToolContext, ToolResult } from './surface.ts';
import { type ErrorSettings, refusal, toToolError } from './tool-error.ts';
import { type ResultSettings, toToolResult } from './tool-result.ts';

export interface RunSettings {
  readonly view: CatalogView;
  readonly results: ResultSettings;
  /** What a model does next after its own mistake, in the words of the surface. */
  readonly repair: ErrorSettings['repair'];
  /** Told of failures nobody foresaw, whose text no client sees. */
  readonly onUnexpected: (error: unknown, action: Action | undefined) => void;
  /** Whether the refusal of a fine-grained token starts with the name of the tool. */
  readonly namesToolInGrantRefusal: boolean;
  /** Whether the user is asked before something is destroyed, where that is possible. Otherwise only `confirm` will do. */
  readonly asksToDestroy: boolean;
  /** Puts the names of the surface where an error speaks of actions by ID; without it the IDs are the names. */
  readonly rename?: (text: string) => string;
}

/** What a surface read out of the arguments of one tool call. */
export interface ReadCall {
  readonly action: Action;
  readonly params: unknown;
  /** What the name that was used says of them. */
  readonly preset?: Preset | undefined;
  /** The caller said that the user agreed. */
  readonly confirmed: boolean;
}

/** The one way from a tool call to an action and back, whatever the surface: the same checks, results and errors. */
export class RunAction {
  readonly #settings: RunSettings;
  readonly #errors: ErrorSettings;

  constructor(settings: RunSettings) {
    const { view, results, repair } = settings;
    this.#settings = settings;
    this.#errors = { leads: new Leads(view), nameOf: results.nameOf, repair };
  }

  /**
   * `read` says which action is called and with what; it reports the action as soon as it knows it, and throws what
   * `refuse` made. Rejects with `Unanswered` alone: what goes wrong is told to the client in its result, and to the
   * observer in full.
   */
  async run(
    tool: string,
    context: ToolContext,
    read: (resolved: (action: Action) => void) => ReadCall,
  ): Promise<ToolResult> {
    const { results, onUnexpected } = this.#settings;
    let known: Action | undefined;
    const resolved = (found: Action): void => {
      known = found;
      context.observer?.resolved(found);
    };
    try {
      const called = read(resolved);
      this.#refuseWithoutGrant(tool, called, context);
      const outcome = await this.#outcomeOf(called, context, resolved);
      if (outcome.kind === 'preview') context.observer?.previewed();
      return toToolResult(outcome, results, context.grant);
    } catch (error) {
      if (error instanceof Unanswered) throw error;
      context.observer?.failed(error);
      if (!(error instanceof AppError)) onUnexpected(error, known);
      if (known !== undefined && !isOwnRefusal(error)) {
        return this.#inOwnNames(toToolError(error, known, this.#errors, context.grant));
      }
      return refusal(
        error instanceof AppError
          ? error.message
          : `${tool}: this server made a mistake and has logged it. Suggestion: try once more, then tell its operator`,
      );
    }
  }

  /** A guided flow runs the plain action in its place, with the checks, errors and result of that. */
  async #outcomeOf(called: ReadCall, context: ToolContext, resolved: (action: Action) => void): Promise<Outcome> {
    const { action, params, preset } = called;
    const { guide } = action;
    const { asker, progress } = context;
    const { instance } = context.caller.gitlab;
    if (guide === undefined || asker === undefined || isPreviewed(action, this.#settings.view.policy)) {
      return this.#execute({ ...called, confirmed: await this.#hasConsent(called, context) }, context);
    }
    const given = normalise(action, params, { preset, instance }).input;
    const values = await gather({ action, guide, given, asker, progress });
    resolved(guide.plain);
    const plain = { action: guide.plain, params: values, confirmed: false };
    // What it reports would be out of step with the flow.
    const outcome = await this.#execute(plain, { ...context, progress: undefined });
    progress?.(guide.steps, guide.steps, 'Done');
    return outcome;
  }

  async #execute({ action, params, preset, confirmed }: ReadCall, context: ToolContext): Promise<Outcome> {
    const outcome = await execute(action, params, context.caller, {
      signal: context.signal,
      confirmed,
      preset,
      progress: context.progress,
      ...(context.files === undefined ? {} : { files: context.files }),
      served: () => this.#settings.view.actions.filter((other) => context.grant?.lists(other) ?? true),
    });
    return withAuthorRoles(outcome, context.caller.gitlab, context.signal);
  }

  /** Whether the call may run as far as consent goes; execution refuses it when not. Asks about sound calls only. */
  async #hasConsent({ action, params, preset, confirmed }: ReadCall, { asker, caller }: ToolContext): Promise<boolean> {
    const { view, asksToDestroy } = this.#settings;
    if (confirmed || asker === undefined || !asksToDestroy || !needsConfirm(action, view.policy)) return confirmed;
    await askToDestroy(action, normalise(action, params, { preset, instance: caller.gitlab.instance }).input, asker);
    return true;
  }

  #inOwnNames(result: ToolResult): ToolResult {
    const { rename } = this.#settings;
    if (rename === undefined) return result;
    const [{ text, ...first }, ...rest] = result.content;
    return { ...result, content: [{ ...first, text: rename(text) }, ...rest] };
  }

  /** A wrong input is reported before a missing permission, and both before anything is confirmed or sent. */
  #refuseWithoutGrant(tool: string, called: Omit<ReadCall, 'confirmed'>, { grant, caller }: ToolContext): void {
    const { action, params, preset } = called;
    const reason = grant?.refusal(action);
    if (reason === undefined) return;
    normalise(action, params, { preset, instance: caller.gitlab.instance });
    const name = this.#settings.namesToolInGrantRefusal ? tool : undefined;
    throw refuse(name, 'action.withheld', reason, { refusal_reason: 'fine_grained' });
  }
}

const ownRefusals = new WeakSet<AppError>();

/** Refusals made by a surface say everything already. */
function isOwnRefusal(error: unknown): boolean {
  return error instanceof AppError && ownRefusals.has(error);
}

/** An error whose message goes to the client as it is, after the name of the tool. */
export function refuse(
  tool: string | undefined,
  code: 'input.invalid' | 'action.unknown' | 'action.withheld',
  message: string,
  detail: AppErrorOptions['detail'] = {},
): AppError {
  const error = new AppError(code, tool === undefined ? message : `${tool}: ${message}`, { detail });
  ownRefusals.add(error);
  return error;
}

/** The refusal of an action that exists and is not offered. */
export function withheld(tool: string, { action, reason }: Extract<Resolution, { kind: 'withheld' }>): AppError {
  return refuse(
    tool,
    'action.withheld',
    `action "${action.id}" exists but is not offered here: ${reason}. Do not report the capability as missing.`,
  );
}

/** @throws AppError when something else than a boolean was given: a quoted true is no agreement. */
export function readConfirm(tool: string, confirm: unknown): boolean {
  if (confirm !== undefined && confirm !== null && typeof confirm !== 'boolean') {
    throw refuse(
      tool,
      'input.invalid',
      `confirm is ${shown(confirm)}, give the boolean true, without quotes, and only after the user agreed`,
    );
  }
  return confirm === true;
}

/** A name of the caller's choice, cut to a length that can be shown. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, 60);
}
