import { redacted, scrubSecret, scrubShapes } from './scrub.ts';
import { isSecretName } from './secret-names.ts';

/** A log line stays readable and cheap whatever is handed to it. */
const maxTextLength = 8192;
const maxDepth = 6;
const maxEntries = 100;

/** Turns a text into one that shows no credential: by shape, and by the secrets it was made with. */
export type Scrub = (text: string) => string;

export function createScrub(secrets: readonly string[]): Scrub {
  const spellings = secrets.flatMap((secret) => spellingsOf(secret));
  return (text) => {
    const cut = text.length > maxTextLength;
    let result = cut ? text.slice(0, maxTextLength) : text;
    for (const spelling of spellings) result = scrubSecret(result, spelling);
    result = scrubShapes(result);
    // The word the cut went through may be the first half of a token.
    return cut ? `${result.replace(/[^\s"',;]*$/, '')}…` : result;
  };
}

/** What is known of the names the program itself uses: each is judged once. */
const knownNames = new Map<string, boolean>();
const maxKnownNames = 512;

/**
 * What JSON shows of a field: texts scrubbed, secret names blanked, an error reduced to name, message and code. Deep,
 * wide and circular values are cut off. Never throws.
 */
export function toLogValue(name: string, value: unknown, scrub: Scrub): unknown {
  return namesSecret(name) && isShown(value) ? redacted : convert(value, scrub, 0);
}

function namesSecret(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isSecret = isSecretName(name);
  if (/^[a-z_]{1,40}$/.test(name) && knownNames.size < maxKnownNames) knownNames.set(name, isSecret);
  return isSecret;
}

function convert(value: unknown, scrub: Scrub, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return scrub(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return scrub(String(value));
    case 'object':
      return value === null ? null : convertObject(value, scrub, depth);
    case 'boolean':
      return value;
    case 'undefined':
    case 'function':
    case 'symbol':
      break;
  }
  return undefined;
}

function convertObject(value: object, scrub: Scrub, depth: number): unknown {
  if (depth >= maxDepth) return '[deep]';
  if (ArrayBuffer.isView(value)) return '[binary]';
  try {
    if (value instanceof Error) return convertError(value, scrub);
    if (Array.isArray(value)) return convertList(value, scrub, depth);
    if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(), scrub, depth + 1);
    return convertEntries(value, scrub, depth);
  } catch {
    // A getter of somebody else's object: the rest of the line matters more.
    return '[unreadable]';
  }
}

/** The stack and whatever else hangs on an error may quote a request; what is left is what a reader acts on. */
function convertError(error: Error, scrub: Scrub): unknown {
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  return { name: scrub(error.name), message: scrub(error.message), ...(code === undefined ? {} : { code }) };
}

/** Raw headers are a flat list, name before value: the value after a secret name is blanked too. */
function convertList(list: readonly unknown[], scrub: Scrub, depth: number): unknown[] {
  const shown = list.slice(0, maxEntries).map((item, index) => {
    const before = list[index - 1];
    const isSecret = typeof before === 'string' && typeof item === 'string' && namesSecret(before);
    return isSecret ? redacted : (convert(item, scrub, depth + 1) ?? null);
  });
  return list.length > maxEntries ? [...shown, `[${list.length - maxEntries} more]`] : shown;
}

function convertEntries(value: object, scrub: Scrub, depth: number): Record<string, unknown> {
  const entries = Object.entries(value).slice(0, maxEntries);
  const shown: [string, unknown][] = entries.map(([name, item]) => [
    scrub(name),
    namesSecret(name) && isShown(item) ? redacted : convert(item, scrub, depth + 1),
  ]);
  // Not assignment: `__proto__` would be one.
  return Object.fromEntries(shown);
}

/** Whether a secret is set at all is worth knowing and tells nothing. */
function isShown(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'boolean';
}

function spellingsOf(secret: string): string[] {
  if (secret === '') return [];
  const encoded = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [...new Set([secret, encoded, base64])];
}
