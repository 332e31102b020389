/**
 * A comment with a change that can be applied with one click. It replaces the commented line and `linesAbove` lines
 * before it; an empty suggestion removes them.
 */
export function withSuggestion(body: string, suggestion: string, linesAbove: number): string {
  const longestRun = Math.max(0, ...[...suggestion.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  const replacement = suggestion === '' ? '' : `${suggestion.replace(/\r?\n$/, '')}\n`;
  return `${body}\n\n${fence}suggestion:-${linesAbove}+0\n${replacement}${fence}`;
}
