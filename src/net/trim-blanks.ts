/**
 * A header value without the spaces and tabs around it (RFC 9110 section 5.5); not `trim`, which also takes away
 * characters that no header may hold. One look at each character: with a pattern such as `[ \t]+$` the blanks within a
 * value of 30 KB stop the process for seconds.
 */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
