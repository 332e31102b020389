import type { Action } from './action.ts';

/** One thing a guided flow asks its user for. Asked in the order of the list. */
export interface Prompt {
  /** The param of the plain action that the answer is for. */
  readonly param: string;
  /** Two or three words above the form. */
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly answer:
    | { readonly kind: 'text'; readonly maxLength: number }
    /** Texts with commas between them. */
    | { readonly kind: 'list'; readonly maxLength: number }
    | { readonly kind: 'yes-no' }
    | { readonly kind: 'choice'; readonly of: readonly string[] };
  /** Without an answer to it there is nothing to create. */
  readonly required: boolean;
  /** What the param is when nothing was given; the value of another param, or one of its own. */
  readonly otherwise?: { readonly sameAs: string } | { readonly value: boolean };
  /** Where the flow is, from 1: several prompts may make one step. */
  readonly step: number;
}

/** The questions that stand in for the params of a plain action. */
export interface Guide {
  /** The action that is run with the answers. */
  readonly plain: Action;
  readonly prompts: readonly Prompt[];
  /** The last step is the confirmation and what follows it. */
  readonly steps: number;
  /** Whether declining an optional prompt leaves it out, or ends the flow as declining a required one does. */
  readonly whenDeclined: 'leave-out' | 'end';
}
