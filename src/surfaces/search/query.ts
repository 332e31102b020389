import type { ActionIndex } from './action-index.ts';
import type { Concept } from './meanings.ts';
import { QueryReader } from './query-reader.ts';
import { readWords, rewritePhrases, splitToolName } from './query-words.ts';
import { takeReferences } from './references.ts';
import type { Intent } from './verbs.ts';
import { weights } from './weights.ts';
import { fold } from './words.ts';

/** What a query asks, in terms of an index. */
export interface Query {
  readonly concepts: readonly Concept[];
  /** What the verb of the query asks for; a question reads. */
  readonly intent: Intent | undefined;
  /** Class of the verb, and how well the classes near it serve in its place. */
  readonly verb: string | undefined;
  readonly nearVerbs: ReadonlyMap<string, number>;
  /** `true` asks for a list, `false` for one thing, `undefined` does not say. */
  readonly many: boolean | undefined;
  /** What is asked for, as terms: the comments in `comments of issue 12`. */
  readonly head: ReadonlySet<number>;
  /** What is to be changed or read, and in what: the due date, the milestone. */
  readonly attribute: ReadonlySet<number>;
  readonly owner: ReadonlySet<number>;
  /** Nouns after what is asked for: the issue and the label in `comments of issue 12 with label bug`. */
  readonly later: ReadonlySet<number>;
  /** For each object named by number, the terms that may call it. Projects and groups do not count. */
  readonly numbered: readonly ReadonlySet<number>[];
  /** A file is named: it too is an object that an action may need. */
  readonly namesFile: boolean;
  /** Somebody else is named, so it is not about the caller. */
  readonly namesPerson: boolean;
  /** A verb that destroys was spelt out. Typos and other words do not count. */
  readonly destroys: boolean;
  /** Words of the query as it was spelt, and their stems. */
  readonly spelt: ReadonlySet<string>;
  /** Words that neither the catalog nor the word lists know. */
  readonly unknown: readonly string[];
}

export function readQuery(text: string, index: ActionIndex): Query {
  const references = takeReferences(splitToolName(text));
  const words = readWords(fold(references.text), index);
  const sentence = words.map((word) => word.text).join(' ');
  const isQuestion = question.test(sentence);
  const reader = new QueryReader(index, isQuestion);
  reader.read(rewritePhrases(words, index));

  const { isAsked } = reader;
  const page = isAsked ? undefined : references.page;
  if (page !== undefined) reader.addVerb(page === 'one' ? 'get' : 'list', 1);
  for (const noun of references.nouns)
    reader.imply(noun, { asked: isAsked, numbered: references.numbered.includes(noun) });
  const namesPerson = references.namesPerson || reader.namesPerson;
  // `what did alice do` and `what did I do`: no word is left that says what.
  const isWho = (namesPerson || isAsked) && reader.concepts.every(({ text }) => text === 'me');
  if (isWho) reader.imply(isQuestion ? `${isAsked ? '' : 'user '}activity` : 'user', { asked: false, numbered: false });
  if (namesPerson || reader.unknown.length > 0) reader.implyPerson();
  if (references.namesProject) reader.implyProject();
  reader.implyNamedProject();
  if (reader.readsOnly && textSearch.test(sentence) && [...reader.head].some((term) => index.searchable.has(term)))
    reader.addVerb('search', weights.textSearch);
  if (codeQuestion.test(sentence)) reader.imply('search code', { asked: isAsked, numbered: false });

  const { concepts, intent, verb, many, head, attribute, owner, later, numbered, destroys, spelt, unknown } = reader;
  // `CI runs of !5`: several things, and nothing to be done to them.
  const isList = intent === undefined && many === true && head.size > 0;
  const reads = isQuestion || isList || (page !== undefined && intent === undefined);
  return {
    concepts,
    intent: reads ? 'read' : intent,
    verb: isQuestion ? undefined : verb,
    nearVerbs: index.lexicon.nearVerbs(verb ?? ''),
    many: page === undefined ? (many ?? (references.nouns.includes('file') ? false : undefined)) : page === 'list',
    head,
    attribute,
    owner,
    later,
    numbered,
    namesFile: references.nouns.includes('file'),
    namesPerson,
    destroys,
    spelt,
    unknown,
  };
}

/** `how do I` and `can you` ask for the action itself; these ask for what it reads. */
const question =
  /^(?:[; #@~]*(?:(?:in|on|at|for|to|from|since|by|with|of) (?=wh|how))?|.*\b(?:know|see|check|tell|show|wonder|find out|figure out|sure)(?: me| us)? )(?:who|whose|what|which|whether|if|why|is|are|does|did|do (?:i|we|they)|when|where|was|were|has|have|how many|how much|how long|(?:may|can|should|must)(?! (?:i|you|we|u)\b))\b/;
/** `issues about login`: what a text contains is found by searching. */
const textSearch = /\w (?:about|mentioning|containing|(?:that )?mentions?|(?:that )?contains?) (?!it\b|this\b)\w/;
const codeQuestion = /\bwhere\b.*\b(?:used?|defined?|declared?|implement(?:ed)?|call(?:ed)?|set)\b/;
