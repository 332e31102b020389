import type { Action } from '../catalog/action.ts';
import type { Caller } from '../catalog/execute.ts';
import type { CatalogView } from '../catalog/view.ts';
import { AppError } from '../errors/app-error.ts';
import { allPrompts } from './all-prompts.ts';
import { renderBriefing } from './briefing.ts';
import { type Icon, type PromptDefinition, toDefinition } from './definition.ts';
import type { Prompt, PromptIcon } from './prompt.ts';
import { type PromptGrant, Source } from './source.ts';

export interface PromptsOptions {
  /** Drawings by name; without them nothing has any. */
  readonly icons?: ((name: PromptIcon) => readonly Icon[]) | undefined;
  readonly now?: () => number;
  /** Puts the names that the client calls actions by into a text written with canonical IDs; without it the IDs stay. */
  readonly rename?: (text: string) => string;
}

/** Who asks and until when. */
export interface PromptContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly grant?: PromptGrant | undefined;
}

/** The result of `prompts/get`. */
export interface PromptResult {
  readonly description: string;
  readonly messages: readonly [
    { readonly role: 'user'; readonly content: { readonly type: 'text'; readonly text: string } },
  ];
}

/** The prompts one shape serves. Immutable, shared by every credential of the shape. */
export class Prompts {
  readonly definitions: readonly PromptDefinition[];
  readonly #served: ReadonlyMap<string, Prompt>;
  readonly #view: CatalogView;
  readonly #now: () => number;
  readonly #rename: (text: string) => string;

  constructor(view: CatalogView, { icons, now = Date.now, rename = (text) => text }: PromptsOptions = {}) {
    const served = allPrompts.filter(({ actions }) => actions.every((id) => findAction(view, id) !== undefined));
    this.definitions = served.map((prompt) => toDefinition(prompt, icons));
    this.#served = new Map(served.map((prompt) => [prompt.name, prompt]));
    this.#view = view;
    this.#now = now;
    this.#rename = rename;
  }

  serves(name: string): boolean {
    return this.#served.has(name);
  }

  /**
   * Gathers one briefing with the caller's own token.
   *
   * @throws AppError `request.params` for an unknown name or bad arguments, else what the defining read came to
   */
  async get(name: string, given: Readonly<Record<string, unknown>>, context: PromptContext): Promise<PromptResult> {
    const prompt = this.#served.get(name);
    if (prompt === undefined) {
      throw new AppError(
        'request.params',
        `there is no prompt ${JSON.stringify(name.slice(0, 100))}, see prompts/list`,
      );
    }
    // When the briefing fails, what else is under way for it is of no use to anyone.
    const ended = new AbortController();
    const source = new Source({
      prompt: name,
      caller: context.caller,
      signal: AbortSignal.any([context.signal, ended.signal]),
      grant: context.grant,
      nowMs: this.#now(),
      findAction: (id) => findAction(this.#view, id),
      rename: this.#rename,
    });
    try {
      const briefing = await prompt.gather(source, given);
      const text = renderBriefing(briefing, source);
      return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    } finally {
      ended.abort();
    }
  }
}

function findAction(view: CatalogView, id: string): Action | undefined {
  const resolution = view.resolve(id);
  return resolution.kind === 'action' ? resolution.action : undefined;
}
