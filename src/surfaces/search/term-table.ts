import { fold, isStopWord, joinCompounds, stem, wordsOf } from './words.ts';

/** Gives every term of the catalog a number, and remembers how its words are spelt. */
export class TermTable {
  readonly numbers = new Map<string, number>();
  readonly texts: string[] = [];
  /** Stems by word: most words come again and again. */
  readonly #stems = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  /** Terms of names, such as those of params, which many actions share. */
  readonly #names = new Map<string, readonly number[]>();

  /** The distinct terms of a text, as numbers, in order. */
  termsOf(text: string): readonly number[] {
    const words = wordsOf(fold(text));
    const found: number[] = [];
    const stems = words.map((word) => this.#stemOf(word));
    joinCompounds(stems, (term, from, to) => {
      const word = words[from] ?? '';
      const isMe = word === 'my' || word === 'mine' || word === 'i';
      if (to - from === 1 && isStopWord(word) && !isMe) return;
      const number = this.#numberOf(isMe ? 'me' : term);
      if (!found.includes(number)) found.push(number);
    });
    return found;
  }

  /** The same for a name, remembered. */
  termsOfName(name: string): readonly number[] {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const found = this.termsOf(name.replaceAll('_', ' '));
    this.#names.set(name, found);
    return found;
  }

  text(term: number | undefined): string {
    return term === undefined ? '' : (this.texts[term] ?? '');
  }

  knows(word: string): boolean {
    return this.#stems.has(word);
  }

  /** Every word as it is spelt in the catalog, by first letter, the most used first. */
  spellings(): ReadonlyMap<string, readonly string[]> {
    const byUse = [...this.#uses].sort(([a, usesOfA], [b, usesOfB]) => usesOfB - usesOfA || (a < b ? -1 : 1));
    return Map.groupBy(
      byUse.map(([word]) => word),
      (word) => word[0] ?? '',
    );
  }

  #stemOf(word: string): string {
    this.#uses.set(word, (this.#uses.get(word) ?? 0) + 1);
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const found = stem(word);
    this.#stems.set(word, found);
    return found;
  }

  #numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.numbers.set(term, number);
    this.texts.push(term);
    return number;
  }
}

/** Terms of one root, as far as their beginning tells: `impersonation` for `impersonate`. */
export class Relatives {
  readonly #byBeginning: ReadonlyMap<string, readonly string[]>;

  constructor(terms: readonly string[]) {
    const long = terms.filter((term) => term.length >= sharedBeginning);
    this.#byBeginning = Map.groupBy(long, (term) => term.slice(0, sharedBeginning));
  }

  of(term: string): readonly string[] {
    if (term.length < sharedBeginning) return [];
    const near = this.#byBeginning.get(term.slice(0, sharedBeginning)) ?? [];
    return near.filter((other) => other !== term && isRelated(term, other));
  }
}

const sharedBeginning = 5;
const longestEnding = 4;

/** One begins as the other, but for the last letter of its stem, and adds no more than an ending. */
function isRelated(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const root = short.slice(0, Math.max(sharedBeginning, short.length - 1));
  return long.length - short.length <= longestEnding && long.startsWith(root);
}
