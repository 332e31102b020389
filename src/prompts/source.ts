import { type Caller, execute } from '../catalog/execute.ts';
import type { Action } from '../catalog/action.ts';
import { AppError } from '../errors/app-error.ts';
import { describeError } from '../gitlab/describe-error.ts';
import { findGitLabError, GitLabError } from '../gitlab/gitlab-error.ts';
import type { PageInfo } from '../gitlab/page.ts';
import { kindOf } from '../surfaces/render/kinds.ts';
import { inline } from '../surfaces/render/markdown.ts';
import { elements, isThing, read, type Thing } from '../surfaces/render/thing.ts';

/** What a fine-grained token is refused before GitLab is asked. */
export interface PromptGrant {
  refusal(action: Action): string | undefined;
}

export interface SourceOptions {
  readonly prompt: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly grant: PromptGrant | undefined;
  /** Milliseconds since 1970: the moment that ages and periods are counted from. */
  readonly nowMs: number;
  readonly findAction: (id: string) => Action | undefined;
  readonly rename: (text: string) => string;
}

/** A part of a briefing that was not read, or not whole, and why. Markdown. */
export interface Gap {
  readonly what: string;
  readonly why: string;
}

type Input = Readonly<Record<string, unknown>>;

interface ReadOptions {
  /** What to say where GitLab answers 403 or 404 and means that there is none. */
  readonly absence?: string;
}

interface RunOptions {
  /** Names the list in the text; by default the kind of its elements. */
  readonly what?: string;
  readonly explains: boolean;
}

/** Requests of one briefing under way at once: enough to be quick, too few to be felt by others of the credential. */
const mostAtOnce = 4;

/** What one briefing is read through: the catalog's own actions, with the caller's own token. */
export class Source {
  readonly nowMs: number;
  /** Parts that are missing, in the order they came up. */
  readonly gaps: Gap[] = [];
  /** Lists of which GitLab has more than was read, and how much. */
  readonly partial: Gap[] = [];
  readonly #options: SourceOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.nowMs = options.nowMs;
  }

  /** Whether an action is offered here, so that the briefing may recommend it. */
  serves(id: string): boolean {
    return this.#options.findAction(id) !== undefined;
  }

  /** A text of ours with the IDs of actions replaced by the names that the client calls them by. */
  rename(text: string): string {
    return this.#options.rename(text);
  }

  /**
   * Reads what the briefing cannot do without.
   *
   * @throws AppError as the action does, in words that name the prompt
   */
  async need(id: string, input: Input, { absence }: ReadOptions = {}): Promise<Reading> {
    try {
      return await this.#run(id, input, { explains: absence === undefined });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reason = absenceOf(error, absence) ?? this.rename(reasonOf(error, id));
      throw new AppError(error.code, `${this.#options.prompt}: ${reason}`, {
        cause: error,
        ...(error.detail === undefined ? {} : { detail: error.detail }),
        ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
      });
    }
  }

  /** Reads a part that the briefing can do without; `undefined` when that fails, which the briefing then says. */
  async want(what: string, id: string, input: Input, { absence }: ReadOptions = {}): Promise<Reading | undefined> {
    try {
      // What a missing part may cost is known: its own request.
      return await this.#run(id, input, { what, explains: false });
    } catch (error) {
      // Whoever asked is gone or out of time: there is no briefing to leave anything out of.
      if (!(error instanceof AppError) || this.#options.signal.aborted) throw error;
      this.gaps.push({ what, why: absenceOf(error, absence) ?? inline(this.rename(reasonOf(error, id)), 300) });
      return undefined;
    }
  }

  /** Says that only a part of something was read, to keep the briefing within its requests. */
  cut(what: string, why: string): void {
    this.partial.push({ what, why });
  }

  async #run(id: string, input: Input, { what, explains }: RunOptions): Promise<Reading> {
    const { findAction, grant, caller, signal } = this.#options;
    const action = findAction(id);
    if (action === undefined)
      throw new AppError('action.withheld', 'is not offered by this server or this GitLab plan');
    const refusal = grant?.refusal(action);
    if (refusal !== undefined) throw new AppError('action.withheld', refusal);
    await this.#begin();
    try {
      signal.throwIfAborted();
      const { value, page } = await execute(action, input, caller, { signal, confirmed: false, explains });
      const reading = new Reading(value, page);
      if (page?.hasMore === true) this.cut(what ?? kindOf(action.result.kind).plural, reading.count);
      return reading;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #begin(): Promise<void> {
    if (this.#running >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }
}

/** What one action answered. */
export class Reading {
  readonly value: unknown;
  readonly page: PageInfo | undefined;

  constructor(value: unknown, page: PageInfo | undefined) {
    this.value = value;
    this.page = page;
  }

  /** The object; empty when GitLab sent none. */
  get one(): Thing {
    return isThing(this.value) ? this.value : {};
  }

  /** The elements of the list, or of the object that carries one. */
  get items(): readonly Thing[] {
    const list = Array.isArray(this.value) ? this.value : elements(read(this.value, 'items'));
    return list.filter(isThing);
  }

  /** How many there are: `12`, `100 of 240`, or `100 and more`. */
  get count(): string {
    const read = this.items.length;
    if (this.page?.hasMore !== true) return String(read);
    const total = this.page.totalItems;
    return total === undefined ? `${read} and more` : `${read} of ${total}`;
  }
}

function absenceOf(error: AppError, absence: string | undefined): string | undefined {
  const status = findGitLabError(error)?.status;
  return status === 403 || status === 404 ? absence : undefined;
}

/** Errors that the catalog worded start with the action, which whoever asked for a prompt did not name. */
function reasonOf(error: AppError, id: string): string {
  const text = error instanceof GitLabError ? describeError(error, { operation: id }) : error.message;
  return text.startsWith(`${id}: `) ? text.slice(id.length + 2) : text;
}
