import { AppError } from '../errors/app-error.ts';

/**
 * One segment of a request path, encoded exactly once (trap T-10). Dots stay dots (T-11), but what is no name at all is
 * refused: nothing a caller writes may change which endpoint is addressed (T-09).
 */
export function encodeSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : '';
  const reason = unfitForSegment(text);
  if (reason !== undefined) throw new AppError('input.invalid', `${name} ${reason}`);
  // `!'()*` are left alone by encodeURIComponent and need no encoding in a path.
  return encodeURIComponent(text);
}

/** Longer than any name or path GitLab stores, and short enough for the URLs that servers and proxies accept. */
const maxSegmentLength = 2_000;

/** Why a text cannot be a path segment, as the end of a sentence that starts with its name. */
export function unfitForSegment(text: string): string | undefined {
  if (text.trim() === '') return 'must not be empty';
  if (text.length > maxSegmentLength) return `has ${text.length} characters, at most ${maxSegmentLength} are accepted`;
  if (!text.isWellFormed()) return 'must be valid Unicode text';
  if (/\p{Cc}/u.test(text)) return 'must not contain line breaks or other control characters';
  if (text.includes('\\')) return 'must not contain a backslash, separate with /';
  // Dots alone would be folded into the parent path by URL parsing, in GitLab or in a proxy before it that decodes.
  if (hasDotSegment(text) || hasDotSegment(decodeOnce(text))) return 'must not contain . or .. between slashes';
  return undefined;
}

/** Percent-encoding taken away once; a text that is none stays as it is. */
export function decodeOnce(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoding: the percent sign stands for itself.
    return text;
  }
}

function hasDotSegment(text: string): boolean {
  return text.split(/[/\\]/).some((part) => part === '.' || part === '..');
}
