/**
 * From text to the terms that the index and the queries share. Pure, and the same on both sides: what is folded here
 * in the words of an action is folded here in the words of a person.
 */

const ascii = /^[\0-\x7f]*$/;

/** Lower case, compatibility forms unified, accents off, prefixes joined: `Fusión` is `fusion`, `re-run` is `rerun`. */
export function fold(text: string): string {
  // Nearly every query and all texts of the catalog are ASCII, where lower case is enough.
  const plain = ascii.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain.toLowerCase().replace(/\b(re|un|sub)-(?=[a-z])/g, '$1');
}

/** Runs of letters and digits of a folded text. Letters of any script count, so that a Spanish ñ does not split a word. */
export function wordsOf(folded: string): string[] {
  return folded.match(ascii.test(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** `createMergeRequest` becomes `create Merge Request`. */
export function splitCamelCase(text: string): string {
  return text.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
}

/** Words whose ending is not an ending, or whose plural means something else than the verb (`changes` is not `change`). */
const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    changes: 'changes',
    changed: 'changes',
    setting: 'setting',
    settings: 'setting',
    finding: 'finding',
    findings: 'finding',
    pending: 'pending',
    billing: 'billing',
    ping: 'ping',
    string: 'string',
    thing: 'thing',
    people: 'people',
    analyses: 'analysis',
    branches: 'branch',
    aliases: 'alias',
    statuses: 'status',
    queries: 'query',
    series: 'series',
    news: 'news',
    kubernetes: 'kubernetes',
    sidekiq: 'sidekiq',
    need: 'need',
    feed: 'feed',
    seed: 'seed',
    speed: 'speed',
    embed: 'embed',
    shared: 'shared',
  }),
);

/**
 * The stem of a folded English word: plural and `-ing` off, and the mute `e`. A participle in `-ed` stays as it is,
 * because `closed issues` asks for something else than `close issue`; `verbOfParticiple` leads back to the verb.
 */
export function stem(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 4) return word === 'ids' || word === 'prs' || word === 'mrs' ? word.slice(0, -1) : word;
  if (word.endsWith('ed')) return word;
  const singular = singularOf(word);
  const base = singular.endsWith('ing') && singular.length > 5 ? withoutEnding(singular, 3) : singular;
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

/** `closed` → the stem of `close`; `undefined` when the word is no participle. */
export function verbOfParticiple(word: string): string | undefined {
  if (word.length < 5 || !word.endsWith('ed') || word.endsWith('eed') || irregular.has(word)) return undefined;
  const base = withoutEnding(word, 2);
  if (base === word) return undefined;
  // What is left has no mute `e` any more; `copied` leaves an `i`.
  return base.endsWith('i') ? `${base.slice(0, -1)}y` : base;
}

/** Whether a folded word is the plural of a noun, as far as its ending tells. */
export function isPlural(word: string): boolean {
  return word === 'people' || (word.length > 2 && singularOf(word) !== word && !notPlural.has(word));
}

const notPlural: ReadonlySet<string> = new Set([
  'does',
  'has',
  'was',
  'needs',
  'uses',
  'says',
  'kubernetes',
  'passes',
  'details',
  'settings',
  'contents',
  'statistics',
  'stats',
  'metrics',
  'logs',
  'news',
  'alias',
]);

function singularOf(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Cuts an ending when a vowel remains before it, and undoes the doubling of `stopping` and `merged`. */
function withoutEnding(word: string, length: number): string {
  const rest = word.slice(0, -length);
  if (!/[aeiouy]/.test(rest)) return word;
  return /([bdgklmnprt])\1$/.test(rest) && !/(?:ll|ss)$/.test(rest) ? rest.slice(0, -1) : rest;
}

/** Terms of several words that mean one thing, and their short forms. Joined in actions and queries alike. */
const compounds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'merge request': 'mergerequest',
    'pull request': 'mergerequest',
    mr: 'mergerequest',
    pr: 'mergerequest',
    mergerequest: 'mergerequest',
    pullrequest: 'mergerequest',
    'to do': 'todo',
    'to dos': 'todo',
    'work item': 'workitem',
    'two factor': '2fa',
    twofactor: '2fa',
    mfa: '2fa',
    'cherry pick': 'cherrypick',
    'auto merge': 'automerge',
    'push rule': 'pushrule',
    'merge train': 'mergetrain',
    'merge base': 'mergebase',
    'service account': 'serviceaccount',
    'service user': 'serviceaccount',
    'bot user': 'serviceaccount',
    'bot account': 'serviceaccount',
    'feature flag': 'featureflag',
    'feature toggle': 'featureflag',
    'release note': 'releasenotes',
    'sign up': 'signup',
    'sign ups': 'signup',
    'e mail': 'email',
  }).map(([words, term]) => [words.split(' ').map(stem).join(' '), stem(term)]),
);

/** First stems of the compounds of two. */
const beginnings: ReadonlySet<string> = new Set([...compounds.keys()].map((stems) => stems.split(' ')[0] ?? ''));

/** Joins the compounds among consecutive stems; `visit` gets each term with the positions it covers. */
export function joinCompounds(stems: readonly string[], visit: (term: string, from: number, to: number) => void): void {
  for (let at = 0; at < stems.length; at += 1) {
    const one = stems[at] ?? '';
    const two = beginnings.has(one) ? compounds.get(`${one} ${stems[at + 1] ?? ''}`) : undefined;
    if (two === undefined) visit(compounds.get(one) ?? one, at, at + 1);
    else {
      visit(two, at, at + 2);
      at += 1;
    }
  }
}

/** Words that say nothing about which action is meant. */
const stopWords: ReadonlySet<string> = new Set(
  `a an the of in on onto at by for from to with as and or but is are was were be been being it its this that these those
  there here please pls plz kindly can could would should will shall do does did have has had having you your i we us our may might must
  want wants wanted need needs let lets help just any some so if into onto about via using through within
  inside between per than then also too not no yes hi hello hey thanks thank now right how what which when where why
  while because since such same well only per way able sure go going s t m re ve ll d
  he she they them their his her one ones im id gitlab there whether exactly currently already still really id iid number single specific particular certain given`.split(
    /\s+/,
  ),
);

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** Stop words that any phrase may have or lack. The others, such as `about`, still make a phrase a different one. */
const articles: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'of',
  'to',
  'is',
  'in',
  'and',
  'or',
  's',
  'id',
  'iid',
]);

export function isFiller(word: string): boolean {
  return stopWords.has(word) && !articles.has(word);
}
