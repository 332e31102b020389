import { spelledOut, visible, withPlainLineBreaks } from '../../catalog/hidden-text.ts';

/**
 * Text that GitLab gave us, put into Markdown of ours. Whatever it holds, it stays where it was put: it ends no table
 * cell, opens no heading, closes no fence and imitates no part that only we write (trap T-75).
 */

/** One line for headings, card values and table cells. `limit` counts characters; a longer text ends in `…`. */
export function inline(text: string, limit = 500): string {
  const line = visible(text).replace(/\s+/g, ' ').trim();
  const short = line.length > limit ? `${line.slice(0, limit).trimEnd().toWellFormed()}…` : line;
  return needsEscape.test(short) ? escapeNextSteps(short.replace(toEscape, '\\$&')) : short;
}

/** As code on one line; back-ticks inside make the fence longer. */
export function code(text: string, limit = 500): string {
  const line = visible(text).replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  // Inside a table cell a code span has no way to write a backslash before a bar.
  if (line.includes('\\|')) return inline(line, limit);
  const cut = line.length > limit ? `${line.slice(0, limit)}…` : line;
  const short = escapeNextSteps(cut.toWellFormed()).replaceAll('|', '\\|');
  const fence = '`'.repeat(longestRun(short) + 1);
  return fence === '`' ? `\`${short}\`` : `${fence} ${short} ${fence}`;
}

/** Text of many lines, each of which stays inside the quote. What is cut off is said. */
export function quote(text: string, limit = 4000): string {
  const whole = visible(text).trim();
  if (whole === '') return '';
  const shown = whole.length > limit ? whole.slice(0, limit).toWellFormed() : whole;
  // A tag or comment could hide text from whoever sees the Markdown rendered.
  const lines = escapeNextSteps(shown.replace(/<(?=[A-Za-z/!?])/g, '\\<')).split('\n');
  if (shown !== whole) lines.push(`… (${whole.length - shown.length} more characters)`);
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** A fenced block. The fence is longer than any run of back-ticks inside, and hidden characters are spelled out. */
export function fence(text: string, language = ''): string {
  const shown = escapeNextSteps(spelledOut(withPlainLineBreaks(text)));
  const marks = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${marks}${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}${marks}`;
}

/** `[label](url)` for web addresses; any other address is shown as code, so that nothing happens on a click. */
export function link(label: string, url: unknown): string {
  const shown = inline(label, 200);
  if (typeof url !== 'string' || url === '') return shown;
  const target = visible(url);
  if (!/^https?:\/\/[^\s/]/i.test(target)) return `${shown} ${code(target)}`.trim();
  return `[${shown === '' ? 'open' : shown}](${percentEncode(target)})`;
}

/** A web address on its own. */
export function url(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  const target = visible(value);
  return /^https?:\/\/[^\s/]/i.test(target) ? percentEncode(target) : code(target);
}

/** What would end a link or a table cell. */
function percentEncode(target: string): string {
  return target.replace(/[\s()<>|\\"[\]]/g, (character) =>
    character > '~' ? encodeURIComponent(character) : `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** A GFM table; `''` without rows. The cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  let text = `| ${heads.join(' | ')} |\n|${heads.map(() => ' --- ').join('|')}|`;
  for (const row of rows) text += `\n| ${row.join(' | ')} |`;
  return text;
}

const needsEscape = /[\\|<[\u{1f4a1}]/u;
/** Also the backslash: otherwise one of GitLab's before one of ours would undo it. */
const toEscape = /[\\|<[]/g;

/** Only we write the heading of next steps; a look-alike has its sign spelled as an entity. */
function escapeNextSteps(text: string): string {
  return text.includes('\u{1f4a1}') && /next[\s*_]+steps/i.test(text)
    ? text.replaceAll('\u{1f4a1}', '&#128161;')
    : text;
}

function longestRun(text: string): number {
  let longest = 0;
  if (text.includes('`')) for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
