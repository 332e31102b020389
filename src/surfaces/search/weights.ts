/**
 * Everything that ranking weighs, in one place. Found by measuring with `npm run search:report`: change one number, look at both
 * halves of the report. None is a contract.
 */
export const weights = {
  /** How much each part of an action vouches for a word that its best phrase lacks. */
  title: 0.85,
  id: 0.85,
  phrase: 0.6,
  alias: 0.6,
  summary: 0.45,
  usage: 0.2,
  param: 0.35,
  changedParam: 0.5,
  value: 0.3,

  /** Cost of a query word that the action lacks, and of a phrase word that the query lacks, against one that both have. */
  missing: 1,
  extra: 0.55,
  /** Share of the score lost when nothing of the title is in the query. */
  untitled: 0.12,

  /** Weight of a word in no action's title against the same in one. */
  outsideTitles: 0.6,
  outsidePhrases: 0.35,
  verb: 0.6,
  /** Extra words that cost little, since people leave them out: the verb of a read, the project. */
  extraRead: 0.3,
  extraFiller: 0.15,
  extraOtherRead: 0.7,
  extraProject: 0.25,
  extraGroup: 1,
  /** Words after `because`, `titled` and the like. */
  aside: 0.4,
  /** Nouns a reference implies, such as `issue` for `#12`. */
  implied: 0.7,
  impliedProject: 0.25,
  impliedPerson: 0.5,
  who: 0.35,
  all: 0.4,
  afterHead: 0.85,
  narrowing: 0.5,
  relative: 0.7,
  repeated: 0.3,
  unknown: 0.35,
  participle: 0.55,
  corrected: 0.85,

  /** Points, on a scale where a phrase that is the query makes 100. */
  readButWrite: 14,
  readButDestroy: 22,
  writeButRead: 14,
  writeButDestroy: 18,
  destroyButRead: 14,
  destroyButWrite: 4,
  noVerbButWrite: 9,
  noVerbButDestroy: 20,
  many: 6,
  numberFits: 6,
  numberUnused: 8,
  headIsResult: 6,
  otherVerb: 8,
  attribute: 16,
  property: 12,
  extraWrite: 1.6,
  common: 0.8,
  /** Actions that fit this much less than the best are not shown. */
  fitSpan: 0.5,
  exactId: 300,
  exactAlias: 200,
  /** Hits this near compete. */
  rivalSpan: 5,
  confidentScore: 50,
  confidentLead: 2,
  perIdWord: 0.7,
};
