const longestShown = 80;
// GitLab's own prefixes (glpat-, gloas-, glrt-, …): a token in the wrong place is still a token.
const tokenShape = /\bgl[a-z]{2,10}-[\w.-]{6,}/g;
const userInfo = /\/\/[^/?#]*@/g;
const mask = '[hidden]';

/**
 * A configured text as it may be shown in a message: on one line, cut short, with user names and passwords of
 * URLs, tokens, and every one of the known secrets masked.
 */
export function showValue(value: string, secrets: readonly string[] = []): string {
  let shown = value;
  // A one or two letter secret would mask half of every message, and protects nothing.
  for (const secret of secrets.filter(({ length }) => length > 2)) {
    // Either may contain the other: a token cut off by the shell, or one pasted into a longer text.
    if (value.length > 2 && secret.includes(value)) return mask;
    shown = shown.replaceAll(secret, mask);
  }
  shown = shown.replace(userInfo, `//${mask}@`).replace(tokenShape, mask);
  const line = JSON.stringify(shown).slice(1, -1);
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
}

/** A flag or variable name as it may be shown; undefined when it does not look like a name, or looks like a token. */
export function showName(name: string): string | undefined {
  return /^[A-Za-z][A-Za-z0-9_-]{0,60}$/.test(name) && showValue(name) === name ? name : undefined;
}
