/** For each term the actions or phrases that have it: those of term `t` are `target[start[t]]` up to `target[start[t + 1]]`. */
export interface Postings {
  readonly start: Uint32Array;
  readonly target: Uint16Array;
}

/** Where an action may have a word; the first four make phrases. */
export const mentionFields = ['title', 'id', 'words', 'alias', 'summary', 'usage', 'param', 'value'] as const;
export type MentionField = (typeof mentionFields)[number];

/** Actions that have a term anywhere, with the field that vouches most for it, and how much. */
export interface Mentions extends Postings {
  readonly credit: Float32Array;
  /** Number in `mentionFields`. */
  readonly field: Uint8Array;
}

/** Collects postings. Targets must come in ascending order, so that one that comes again is the last of its list. */
export class PostingsBuilder {
  readonly #targets: number[][] = [];

  add(term: number, target: number): void {
    const targets = (this.#targets[term] ??= []);
    if (targets.at(-1) !== target) targets.push(target);
  }

  finish(terms: number): Postings {
    const start = new Uint32Array(terms + 1);
    for (let term = 0; term < terms; term += 1)
      start[term + 1] = (start[term] ?? 0) + (this.#targets[term]?.length ?? 0);
    const target = new Uint16Array(start[terms] ?? 0);
    this.#targets.forEach((targets, term) => target.set(targets, start[term]));
    return { start, target };
  }
}

/** The same for mentions, where of several fields of one action the one that vouches most is kept. */
export class MentionsBuilder {
  readonly #postings = new PostingsBuilder();
  readonly #lasts: number[] = [];
  readonly #credits: number[][] = [];
  readonly #fields: number[][] = [];

  add(
    term: number,
    action: number,
    { field, credit }: { readonly field: MentionField; readonly credit: number },
  ): void {
    const credits = (this.#credits[term] ??= []);
    const fields = (this.#fields[term] ??= []);
    if (this.#lasts[term] !== action) {
      this.#lasts[term] = action;
      this.#postings.add(term, action);
      credits.push(credit);
      fields.push(mentionFields.indexOf(field));
    } else if ((credits.at(-1) ?? 0) < credit) {
      credits[credits.length - 1] = credit;
      fields[fields.length - 1] = mentionFields.indexOf(field);
    }
  }

  finish(terms: number): Mentions {
    const { start, target } = this.#postings.finish(terms);
    const credit = new Float32Array(target.length);
    const field = new Uint8Array(target.length);
    this.#credits.forEach((credits, term) => credit.set(credits, start[term]));
    this.#fields.forEach((fields, term) => field.set(fields, start[term]));
    return { start, target, credit, field };
  }
}

/** Where the postings of a term name `wanted`; -1 when they do not. */
export function positionOf({ start, target }: Postings, term: number, wanted: number): number {
  const from = start[term] ?? 0;
  const found = target.subarray(from, start[term + 1]).indexOf(wanted);
  return found < 0 ? -1 : from + found;
}
