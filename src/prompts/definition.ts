import type { Prompt, PromptIcon } from './prompt.ts';
import { titleOf } from './title.ts';

export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** A prompt as `prompts/list` shows it, in the shape of the newest revision. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly icons?: readonly Icon[];
  readonly arguments: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}

export function toDefinition(prompt: Prompt, icons?: (name: PromptIcon) => readonly Icon[]): PromptDefinition {
  const { name, description, icon } = prompt;
  return {
    name,
    title: titleOf(name),
    description,
    ...(icons === undefined ? {} : { icons: icons(icon) }),
    arguments: Object.entries(prompt.arguments).map(([argument, { description: about, required }]) => ({
      name: argument,
      title: titleOf(argument),
      description: about,
      required,
    })),
  };
}
