/**
 * Whether a file fits a pattern: `*` stands for any text and `?` for one character. A pattern without a slash is about
 * the name of the file alone. In linear memory and without a regular expression, because callers choose both texts.
 */
export function fitsPattern(pattern: string, path: string): boolean {
  const text = pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
  let at = 0;
  let inPattern = 0;
  /** Where the last star is, and up to where it has swallowed. */
  let star = -1;
  let swallowed = 0;
  while (at < text.length) {
    if (inPattern < pattern.length && pattern[inPattern] === '*') {
      star = inPattern;
      swallowed = at;
      inPattern += 1;
    } else if (inPattern < pattern.length && (pattern[inPattern] === '?' || pattern[inPattern] === text[at])) {
      inPattern += 1;
      at += 1;
    } else if (star >= 0) {
      // The last star takes one character more, and what follows it is tried again.
      swallowed += 1;
      at = swallowed;
      inPattern = star + 1;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}
