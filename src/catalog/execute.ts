import { AppError } from '../errors/app-error.ts';
import type { GitLabResponse, PageInfo, RestRequest } from '../gitlab/client.ts';
import { describeGraphqlErrors } from '../gitlab/gitlab-message.ts';
import type { Action } from './action.ts';
import type { ActionCall, GitLabApi, LocalFiles, ReportProgress } from './call.ts';
import { explainRefusal } from './explain-refusal.ts';
import { normalise } from './normalise.ts';
import { buildRequest } from './request.ts';
import { resolveNumericIds } from './resolve-ids.ts';
import { isPreviewed, type Policy } from './view.ts';

/** Who runs an action and under which policy. A pooled credential's entry fits; the catalog knows no more of it. */
export interface Caller {
  readonly gitlab: GitLabApi;
  readonly policy: Policy;
}

export interface ExecuteOptions {
  readonly signal: AbortSignal;
  /** The caller said that the user agreed to a destructive action. */
  readonly confirmed: boolean;
  readonly progress?: ReportProgress;
  readonly files?: LocalFiles;
  readonly now?: () => number;
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

/** Runs one action: is the input right, is it allowed to run now, then GitLab. */
export async function execute(action: Action, raw: unknown, caller: Caller, options: ExecuteOptions): Promise<Outcome> {
  const { input, notes } = normalise(action, raw);
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
    throw await explainRefusal(error, action, input, call);
  }
}

async function runAction(action: Action, call: Call): Promise<unknown> {
  if (action.run !== undefined) return action.run(call);
  if (action.graphql !== undefined) return runGraphql(action, call);
  const accept = action.result.shape === 'text' ? 'text' : action.result.shape === 'file' ? 'bytes' : 'json';
  const { body } = await call.send({ ...buildRequest(action, call.input), accept });
  return body;
}

async function runGraphql(action: Action, call: Call): Promise<unknown> {
  const spec = action.graphql;
  if (spec === undefined) throw new AppError('internal', `${action.id} has no document`);
  const variables: Record<string, unknown> = { ...action.fixed };
  for (const [name, value] of Object.entries(call.input)) {
    if (value !== undefined) variables[spec.variables?.[name] ?? action.params[name]?.wire ?? name] = value;
  }
  const { data, errors = [] } = await call.gitlab.graphql(spec.document, variables, {
    signal: call.signal,
    isRead: action.effect === 'read',
  });
  const found = pick(data, spec.pick);
  const refused = [...errors.map(({ message }) => message), ...payloadErrors(data, spec.pick)];
  if (refused.length > 0 && (found === undefined || found === null || action.effect !== 'read')) {
    throw new AppError(
      'gitlab.refused',
      `${action.id}: GitLab refused this (${describeGraphqlErrors(refused) ?? 'no reason given'})`,
    );
  }
  if (found === undefined || found === null) {
    throw new AppError('gitlab.refused', `${action.id}: not found, or this token may not see it`);
  }
  for (const message of refused) call.note(`GitLab left a part out: ${message.slice(0, 300)}`);
  return found;
}

function pick(data: unknown, path: string): unknown {
  let found = data;
  for (const key of path.split('.')) found = isRecord(found) ? found[key] : undefined;
  return found;
}

/** A mutation reports what it refused in its payload, with HTTP 200 and no top-level errors. */
function payloadErrors(data: unknown, path: string): readonly string[] {
  const payload = pick(data, path.split('.', 1)[0] ?? '');
  const errors: unknown = isRecord(payload) ? payload['errors'] : undefined;
  return Array.isArray(errors) ? errors.filter((error) => typeof error === 'string') : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

  constructor(
    action: Action,
    input: Readonly<Record<string, unknown>>,
    caller: Caller,
    options: ExecuteOptions,
    notes: readonly string[],
  ) {
    this.action = action;
    this.input = input;
    this.gitlab = caller.gitlab;
    this.signal = options.signal;
    this.progress = options.progress ?? (() => undefined);
    this.files = options.files;
    this.now = options.now ?? Date.now;
    this.notes = [...notes];
  }

  /** Paths given where GitLab takes only numbers become numbers. */
  async resolveIds(): Promise<void> {
    this.input = await resolveNumericIds(this.action, this.input, this.gitlab, this.signal);
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
}
