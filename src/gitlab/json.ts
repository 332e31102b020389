declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this very text. */
    rawJSON(text: string): ExactNumber;
    isRawJSON(value: unknown): value is ExactNumber;
  }
}

/** A number that does not fit JavaScript's numbers, kept as GitLab wrote it. `JSON.stringify` writes it back unchanged. */
interface ExactNumber {
  readonly rawJSON: string;
}

/** Every such number has this in it, and it is found ten times faster. */
const longDigits = /\d{16}|[\d.][eE]\+?\d{3}/;
/** A number outside a string with so many digits, or such an exponent, that it may not survive as a JavaScript number. */
const mayLosePrecision = /(?:^|[:,[\s])-?(?:\d{16}|\d[\d.]*[eE]\+?\d{3})/;

/**
 * Parses JSON without rounding large integers (T-27): what does not fit becomes an `ExactNumber`. Text without such a
 * number, which is nearly all, takes the fast path.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): unknown {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return longDigits.test(json) && mayLosePrecision.test(json) ? JSON.parse(json, keepExact) : JSON.parse(json);
}

/** The digits of an exact number; `undefined` for every other value. */
export function exactNumber(value: unknown): string | undefined {
  return JSON.isRawJSON(value) ? value.rawJSON : undefined;
}

function keepExact(this: unknown, _key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const source = context?.source;
  if (source === undefined) return value;
  const isLost = /^-?\d+$/.test(source) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  return isLost ? JSON.rawJSON(source) : value;
}

/** Whether a value of JSON is an object; an array is none. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
