const capitals: ReadonlySet<string> = new Set([
  'mr',
  'ci',
  'ssh',
  'api',
  'url',
  'id',
  'iid',
  'gpg',
  'ssl',
  'ip',
  'yaml',
  'ui',
]);
const plurals: Readonly<Record<string, string>> = { mrs: 'MRs' };

/** The name as people read it: `summarize_mr_changes` gives `Summarize MR Changes`. */
export function titleOf(name: string): string {
  return name.split('_').map(titleWord).join(' ');
}

function titleWord(word: string): string {
  if (capitals.has(word)) return word.toUpperCase();
  return plurals[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
