/**
 * Everything that ranking weighs, in one place. Found by measuring with `npm run search:report`: change one number,
 * look at the known and the unseen queries. No single one gains by moving a quarter up or down, so a miss is a matter of
 * words or of reading the query, not of these. None is a contract.
 */
export const weights = {
  // How much each part of an action vouches for a word that its best phrase lacks, from 0 to 1.
  title: 0.85,
  id: 0.85,
  phrase: 0.5,
  alias: 0.6,
  summary: 0.63,
  usage: 0.2,
  param: 0.35,
  /** Params of a write: what it changes. */
  changedParam: 0.38,
  value: 0.3,

  // How a phrase is held against the query.
  /** Cost of a query word that the action lacks, against one that both have. */
  missing: 1.25,
  /** Cost of a phrase word that the query lacks, times one of the following. */
  extra: 0.41,
  extraRead: 0.3,
  extraOtherRead: 0.7,
  extraWrite: 1.2,
  extraProject: 0.4,
  extraMe: 1.5,
  /** For a stop word, by itself. */
  extraFiller: 0.15,
  /** Share of the score lost when nothing of the title is in the query. */
  untitled: 0.12,

  // How telling a word of the query is.
  /** The most frequent word against the rarest. */
  frequent: 0.35,
  /** A word in no action's title against the same in one, and one in summaries or params only. */
  outsideTitles: 0.6,
  outsidePhrases: 0.35,
  /** A word that no action has. */
  unknown: 0.35,
  /** A noun is never less telling than this for having frequent synonyms. */
  leastTelling: 0.4,
  verb: 0.6,
  /** The search that `about` implies. */
  textSearch: 0.8,
  /** The verb that a lone noun implies. */
  unsaidVerb: 0.2,
  who: 0.35,
  all: 0.4,
  allRead: 0.1,
  /** Factors: a word said before, after the first noun phrase, after `by` or `with`, in an aside, misspelt. */
  repeated: 0.3,
  afterHead: 1.1,
  narrowing: 0.5,
  aside: 0.4,
  corrected: 0.85,
  /** A noun that a reference implies, such as `issue` for `#12`, beside words that say what is wanted. */
  implied: 0.7,
  impliedProject: 0.25,
  impliedPerson: 0.5,
  /** `remove her`. */
  person: 0.8,
  impliedOwner: 0.15,

  // How well one term stands for another, from 0 to 1.
  sameClass: 0.8,
  relative: 0.7,
  participle: 0.55,
  /** A verb for what was done, in a question. */
  done: 0.7,
  /** From here on synonyms mean the same, and may be what is asked for. */
  same: 0.85,
  sameHead: 0.6,

  // Points, on a scale where a phrase that is the query makes 100.
  readButWrite: 18,
  readButDestroy: 22,
  writeButRead: 14,
  writeButDestroy: 18,
  destroyButRead: 14,
  destroyButWrite: 4,
  noVerbButWrite: 6.8,
  noVerbButDestroy: 20,
  /** Another verb than that of the title, less where it is near. */
  otherVerb: 8,
  /** List or single thing, as asked for or not. */
  many: 3.4,
  /** Several of a thing are asked for, and the action gives one of it. */
  oneOfMany: 8,
  /** What is asked for is what the action gives, or gives another thing. */
  headIsResult: 6,
  headIsOther: 4,
  /** What the action lists is in the query, but as what the thing asked for belongs to. */
  turnedRound: 12,
  /** An object was named by number, and the action takes it or not. */
  numberFits: 6,
  numberUnused: 8,
  /** The action needs the number of one more object. */
  numberUnsaid: 8,
  /** An update has the param that is to be changed, a read shows it. */
  attribute: 16,
  property: 12,
  /** It is about the caller, and somebody else is named. */
  notMine: 6,
  /** Factors for how common an area is, and for each word of the ID. */
  common: 0.8,
  perIdWord: 0.7,

  // What is shown.
  exactId: 300,
  exactAlias: 200,
  /** Actions that fit this much less than the best, from 0 to 1, are not shown. */
  fitSpan: 0.5,
  /** Hits this near compete. */
  rivalSpan: 5,
  /**
   * A first hit fits poorly below this score, less for each thing the query says, since there is more it can miss. Found with
   * the sample, each query also searched without the domain of its answer: fires on 7 % of the right first hits and on
   * 70 % of those that stand in for an action that is not there.
   */
  confidentScore: 76,
  perSaid: 4,
  mostSaid: 6,
};
