import { AppError } from '../errors/app-error.ts';
import type { GitLabResponse, PageInfo, RestRequest } from '../gitlab/client.ts';
import type { Action, Preset } from './action.ts';
import type { ActionCall, GitLabApi, LocalFiles, ReportProgress } from './call.ts';
import { countRequests } from './counted-requests.ts';
import { explainRefusal } from './explain-refusal.ts';
import { normalise } from './normalise.ts';
import { guardQuickActions } from './quick-actions.ts';
import { buildRequest } from './request.ts';
import { resolveIds } from './resolve-ids.ts';
import { runGraphql } from './run-graphql.ts';
import { isPreviewed, type Policy, whyWithheld } from './view.ts';

/** Who runs an action and under which policy. A pooled credential's entry fits; the catalog knows no more of it. */
export interface Caller {
  readonly gitlab: GitLabApi;
  readonly policy: Policy;
}

export interface ExecuteOptions {
  readonly signal: AbortSignal;
  /** The caller said that the user agreed to a destructive action. */
  readonly confirmed: boolean;
  /** What the name that was used for the action says of its params. */
  readonly preset?: Preset | undefined;
  /** Only where somebody wants to hear of it. */
  readonly progress?: ReportProgress | undefined;
  readonly files?: LocalFiles;
  readonly now?: () => number;
  /** Whether a refusal may cost further reads that tell what it means; default true. */
  readonly explains?: boolean;
  /** The actions that an error may recommend, asked for when there is one; without them it names none. */
  readonly served?: () => readonly Action[];
}

/** What came of one run. */
export interface Outcome {
  readonly action: Action;
  readonly input: Readonly<Record<string, unknown>>;
  /** `done`: GitLab did it. `preview`: safe mode, nothing was sent. */
  readonly kind: 'done' | 'preview';
  /** GitLab's answer, its JSON types untouched; `undefined` when it had no body. */
  readonly value: unknown;
  readonly page: PageInfo | undefined;
  /** Sentences the reader of the result must see: limits lowered, parts left out, warnings. */
  readonly notes: readonly string[];
}

/**
 * Runs one action: may the caller, is the input right, is it agreed to, then GitLab.
 *
 * @throws AppError `action.withheld`, `input.invalid` and `action.unconfirmed` before anything is sent; else what GitLab or
 * the way to it came to, explained where one more read explains it.
 */
export async function execute(action: Action, raw: unknown, caller: Caller, options: ExecuteOptions): Promise<Outcome> {
  // A view offers nothing withheld; whoever finds another way to an action is stopped here.
  const reason = whyWithheld(action, caller.policy);
  if (reason !== undefined) throw new AppError('action.withheld', `${action.id} is not offered here: ${reason}`);
  const { input, notes } = guardQuickActions(
    action,
    normalise(action, raw, { preset: options.preset, instance: caller.gitlab.instance }),
  );
  if (isPreviewed(action, caller.policy)) {
    return { action, input, kind: 'preview', value: undefined, page: undefined, notes };
  }
  if (action.effect === 'destroy' && !options.confirmed && !caller.policy.yolo) {
    throw new AppError('action.unconfirmed', `${action.id} cannot be undone: ${action.summary}`);
  }
  const call = new Call(action, input, caller, options, notes);
  try {
    await call.resolveIds();
    const value = await runAction(action, call);
    return { action, input: call.input, kind: 'done', value, page: call.page, notes: call.notes };
  } catch (error) {
    if (options.explains === false) throw error;
    throw await explainRefusal(error, action, input, call, {
      served: options.served?.() ?? [],
      licensed: caller.policy.licensed === true,
    });
  }
}

async function runAction(action: Action, call: Call): Promise<unknown> {
  if (action.run !== undefined) return action.run(call);
  if (action.graphql !== undefined) return runGraphql(action, action.graphql, call);
  const accept = action.result.shape === 'text' ? 'text' : action.result.shape === 'file' ? 'bytes' : 'json';
  const { body } = await call.send({ ...buildRequest(action, call.input), accept });
  return body;
}

/** One run: remembers the page and the notes of the requests made in it. */
class Call implements ActionCall {
  readonly action: Action;
  input: Readonly<Record<string, unknown>>;
  readonly gitlab: GitLabApi;
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
  readonly files: LocalFiles | undefined;
  readonly now: () => number;
  readonly notes: string[];
  page: PageInfo | undefined;
  #requests = 0;
  #reportsItself = false;

  constructor(
    action: Action,
    input: Readonly<Record<string, unknown>>,
    caller: Caller,
    options: ExecuteOptions,
    notes: readonly string[],
  ) {
    this.action = action;
    this.input = input;
    this.signal = options.signal;
    const { progress } = options;
    this.gitlab = progress === undefined ? caller.gitlab : countRequests(caller.gitlab, () => this.#count(progress));
    this.progress = (...said) => {
      this.#reportsItself = true;
      progress?.(...said);
    };
    this.files = options.files;
    this.now = options.now ?? Date.now;
    this.notes = [...notes];
  }

  /** Paths given where GitLab takes only numbers become numbers, and the reverse. */
  async resolveIds(): Promise<void> {
    this.input = await resolveIds(this.action, this.input, this.gitlab, this.signal);
  }

  async send(request: RestRequest): Promise<GitLabResponse> {
    const response = await this.gitlab.send(request, { signal: this.signal });
    this.page = response.page;
    if (response.warning !== undefined) this.note(response.warning);
    return response;
  }

  note(text: string): void {
    this.notes.push(text);
  }

  /** What takes several requests says so, unless the action has something better to say. */
  #count(progress: ReportProgress): void {
    this.#requests += 1;
    const { action } = this;
    if (this.#requests > 1 && !this.#reportsItself) {
      progress(this.#requests - 1, undefined, `${action.title}: request ${this.#requests}`);
    }
  }
}
