/** What stands in a log line where a secret was. */
export const redacted = '[redacted]';

/** Prefixes GitLab gives to what it issues: tokens of users, jobs, runners, agents, feeds, mail and applications. */
const issuedPrefixes = [
  'glagent',
  'glcbt',
  'gldt',
  'glffct',
  'glft',
  'glimt',
  'gloas',
  'glpat',
  'glptt',
  'glrtr',
  'glrt',
  'glsoat',
  'glwt',
];

const nameOfSecret = [
  String.raw`(?:private|access|refresh|id|job|feed|rss|deploy|oauth|runner|registration|trigger|security)[-_ ]?token`,
  String.raw`client[-_ ]?secret`,
  String.raw`api[-_ ]?key`,
  String.raw`code[-_ ]?verifier`,
  String.raw`_gitlab_session`,
  String.raw`x-(?:amz|goog)-(?:signature|credential)`,
].join('|');

/** In prose these words are followed by a colon and a sentence, so only `=` and JSON quotes make them a name. */
const ordinaryName = 'token|secret|password|passwd|passphrase|cookie|authorization|signature|sig';

const separator = String.raw`["']?\s*(?:=|:|%3D|%3A)\s*["']?`;
// Not what an earlier rule has put there.
const value = String.raw`(?!\[redacted\])[^\s"',;&)\]}]+`;

/** Prose that may follow the word `Bearer`; anything else after it is taken for a credential. */
const bearerProse =
  'tokens?|auth\\w*|challenges?|credentials?|schemes?|headers?|realm|is|or|and|in|with|not|only|was|for';

const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, redacted],
  // The header line in full: a cookie is a list of names and values.
  [/((?:set-)?cookie\s*:\s*)[^\r\n"]+/gi, `$1${redacted}`],
  [
    /(authorization["']?\s*[:=]\s*["']?)(?:(?:bearer|basic|token)\s+)?(?!(?:bearer|basic)\b)[^\s"',;]+/gi,
    `$1${redacted}`,
  ],
  [new RegExp(String.raw`(\bbearer(?:\s|%20|\+)+["']?)(?!(?:${bearerProse})\b)${value}`, 'gi'), `$1${redacted}`],
  [/(\bBasic\s+)(?=\S*[\dA-Z+/=])[\w+/=-]{6,}/g, `$1${redacted}`],
  [new RegExp(`((?:${nameOfSecret})${separator})${value}`, 'gi'), `$1${redacted}`],
  [
    new RegExp(String.raw`((?:${ordinaryName})(?:["']?\s*(?:=|%3D)\s*["']?|["']\s*:\s*["']?))${value}`, 'gi'),
    `$1${redacted}`,
  ],
  [/([?&]code=)[^\s"'&]+/gi, `$1${redacted}`],
  // User name and password of a URL: either may be a token.
  [/(:\/\/)[^/\s@?#"']+@/g, `$1${redacted}@`],
  // Also when it was cut short: a prefix is enough.
  [new RegExp(String.raw`(?:${issuedPrefixes.join('|')})(?:-|%2D)[\w.~+/=%-]*`, 'gi'), redacted],
  [/GR1348941[\w-]*/g, redacted],
  [/eyJ[\w-]{4,}(?:\.[\w-]*){0,4}/g, redacted],
  // What GitLab issues over OAuth has no prefix: 64 hexadecimal digits.
  [/(?<![\da-f])[\da-f]{64}(?![\da-f])/gi, redacted],
];

/** Every rule needs one of these in the text. Most texts have none, and one look is all they cost. */
const suspicious =
  /gl[a-z]{2,5}(?:-|%2d)|token|secret|passw|passp|cookie|authorization|sig|bearer|basic|key|verifier|session|credential|code=|\/\/[^/]*@|eyj|gr1348941|[\da-f]{64}/i;

/** Replaces everything in the text that looks like a credential (LOG-02). Rather one word too many than one too few. */
export function scrubShapes(text: string): string {
  return suspicious.test(text) ? applyRules(text) : text;
}

/** Without the shortcut, for the test that holds the two together. */
export function applyRules(text: string): string {
  let result = text;
  for (const [pattern, replacement] of rules) result = result.replace(pattern, replacement);
  return result;
}

/** Shorter runs of a secret occur in ordinary words by chance. */
const fragmentLength = 8;

/** Replaces a known secret, and every run of eight or more of its characters. */
export function scrubSecret(text: string, secret: string): string {
  if (secret.length < fragmentLength) return secret.length < 4 ? text : text.replaceAll(secret, redacted);
  let result = '';
  let from = 0;
  for (const [start, end] of findRuns(text, secret)) {
    if (start >= from) result += text.slice(from, start) + redacted;
    from = Math.max(from, end);
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Where the text spells a fragment of the secret, by start. Runs may overlap: a secret may repeat itself. */
function findRuns(text: string, secret: string): (readonly [start: number, end: number])[] {
  const runs: (readonly [number, number])[] = [];
  for (let at = 0; at + fragmentLength <= secret.length; at += 1) {
    const fragment = secret.slice(at, at + fragmentLength);
    for (let start = text.indexOf(fragment); start !== -1; start = text.indexOf(fragment, start + 1)) {
      runs.push([start, start + fragmentLength]);
    }
  }
  return runs.sort(([left], [right]) => left - right);
}
