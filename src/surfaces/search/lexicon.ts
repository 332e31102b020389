import { phrases, synonyms } from './synonyms.ts';
import { french, german, spanish } from './translations.ts';
import { type Intent, nounVerbs, verbClasses } from './verbs.ts';
import { weights } from './weights.ts';
import { stem, wordsOf } from './words.ts';

/** A term that stands for another one, and how well, from 0 to 1. */
export interface Meaning {
  readonly term: string;
  readonly quality: number;
}

export interface Verb {
  readonly name: string;
  readonly intent: Intent;
  /** What it does may be beyond undoing, though its intent is to change. */
  readonly destroys: boolean;
}

/** The word lists in the form that queries are read with. */
export interface Lexicon {
  /** What else a noun may mean; best first. */
  synonymsOf(term: string): readonly Meaning[];
  /** Whether a word is in the lists, in one of its forms. `delet` is not, though its stem is that of `delete`. */
  spells(word: string): boolean;
  verbOf(term: string): Verb | undefined;
  /** Terms that serve in place of a verb of this class, the class's own first. */
  verbMeanings(name: string): readonly Meaning[];
  /** Classes near a verb class, with how well they serve. */
  nearVerbs(name: string): ReadonlyMap<string, number>;
  /** Whether a verb is as often a noun. */
  isNounVerb(term: string): boolean;
  /** The longest turn of phrase that begins at this stem. */
  phraseAt(stems: readonly string[], at: number): Replacement | undefined;
  translate(word: string): string | undefined;
}

/** What stands for a turn of phrase, and how many stems it covers. */
export interface Replacement {
  readonly words: readonly string[];
  readonly length: number;
  /** Where the rest of a verb of two words is: `off` in `turn the nightly build off`. */
  readonly particle?: number;
}

/** Second words of verbs that what is done to may stand between. Not `on`, which mostly begins something else. */
const particles: ReadonlySet<string> = new Set(['off', 'down', 'out', 'back', 'away', 'into', 'through']);
const farthestParticle = 5;

const noClasses: ReadonlyMap<string, number> = new Map();

export function buildLexicon(): Lexicon {
  const nouns = readSynonyms();
  const verbs = new Map<string, Verb>();
  const members = new Map<string, string[]>();
  const spellings = new Set<string>();
  for (const [name, verbClass] of Object.entries(verbClasses)) {
    const { intent, verbs: list } = verbClass;
    const destroys = intent === 'destroy' || 'destroys' in verbClass;
    const stems = list.split(/\s+/).map(stem);
    for (const verb of list.split(' ')) for (const form of formsOf(verb)) spellings.add(form);
    members.set(name, stems);
    for (const term of stems) if (!verbs.has(term)) verbs.set(term, { name, intent, destroys });
  }
  const meanings = new Map<string, readonly Meaning[]>();
  for (const [name, verbClass] of Object.entries(verbClasses)) {
    const own = (members.get(name) ?? []).map((term) => ({ term, quality: weights.sameClass }));
    const near = Object.entries('near' in verbClass ? verbClass.near : {}).flatMap(([other, quality]) =>
      (members.get(other) ?? []).map((term) => ({ term, quality: quality * weights.sameClass })),
    );
    meanings.set(name, [...own, ...near.sort((a, b) => b.quality - a.quality)]);
  }
  const nearClasses = new Map(
    Object.entries(verbClasses).map(([name, verbClass]) => [
      name,
      new Map(Object.entries('near' in verbClass ? verbClass.near : {})),
    ]),
  );
  const translations = readTranslations();
  const asNouns = new Set(nounVerbs.split(/\s+/).map(stem));
  const turns = readPhrases();
  for (const line of synonyms.trim().split('\n')) {
    for (const form of formsOf(line.slice(0, line.indexOf(':')))) spellings.add(form);
  }
  for (const phrase of Object.keys(phrases)) for (const word of phrase.split(' ')) spellings.add(word);
  return {
    synonymsOf: (term) => nouns.get(term) ?? [],
    spells: (word) => spellings.has(word),
    verbOf: (term) => verbs.get(term),
    nearVerbs: (name) => nearClasses.get(name) ?? noClasses,
    verbMeanings: (name) => meanings.get(name) ?? [],
    isNounVerb: (term) => asNouns.has(term),
    phraseAt(stems, at) {
      const begun = turns.get(stems[at] ?? '') ?? [];
      const whole = begun.find((turn) => turn.stems.every((term, offset) => stems[at + offset] === term));
      if (whole !== undefined) return { words: whole.words, length: whole.stems.length };
      for (const turn of begun) {
        const particle = turn.stems[1] ?? '';
        if (turn.stems.length !== 2 || !particles.has(particle)) continue;
        const end = stems.indexOf(particle, at + 2);
        if (end > 0 && end - at <= farthestParticle) return { words: turn.words, length: 1, particle: end };
      }
      return undefined;
    },
    translate: (word) => translations.get(word),
  };
}

/** The forms of a verb or noun that people write. */
function formsOf(word: string): string[] {
  const base = word.endsWith('e') ? word.slice(0, -1) : word;
  const y = word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [];
  return [word, `${word}s`, `${word}es`, `${base}ing`, `${base}${base.at(-1) ?? ''}ing`, ...y];
}

function readSynonyms(): Map<string, Meaning[]> {
  const read = new Map<string, Meaning[]>();
  for (const line of synonyms.trim().split('\n')) {
    const colon = line.indexOf(':');
    const term = stem(line.slice(0, colon));
    const known = read.get(term) ?? [];
    for (const entry of line
      .slice(colon + 1)
      .trim()
      .split(/\s+/)) {
      const [word = '', quality = '0.9'] = entry.split(':');
      known.push({ term: stem(word), quality: Number(quality) });
    }
    read.set(
      term,
      known.sort((a, b) => b.quality - a.quality),
    );
  }
  return read;
}

/** By foreign word. With the imperatives of the regular Spanish verbs in `-ar`: `cancela` is `cancelar`. */
function readTranslations(): Map<string, string> {
  const read = new Map<string, string>();
  for (const line of [spanish, german, french].flatMap((list) => list.trim().split('\n'))) {
    const [english = '', words = ''] = line.split(': ');
    for (const word of words.split(' ')) read.set(word, english);
  }
  for (const [word, english] of read) {
    const imperative = word.slice(0, -1);
    if (word.length > 4 && word.endsWith('ar') && !read.has(imperative)) read.set(imperative, english);
  }
  return read;
}

interface Turn {
  readonly stems: readonly string[];
  readonly words: readonly string[];
}

/** By first stem, longest first. */
function readPhrases(): Map<string, Turn[]> {
  const read = new Map<string, Turn[]>();
  for (const [phrase, words] of Object.entries(phrases)) {
    const stems = wordsOf(phrase).map(stem);
    const turns = read.get(stems[0] ?? '') ?? [];
    turns.push({ stems, words: words.split(' ') });
    read.set(stems[0] ?? '', turns);
  }
  for (const turns of read.values()) turns.sort((a, b) => b.stems.length - a.stems.length);
  return read;
}
