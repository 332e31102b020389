import { toLines } from '../world/line-diff.ts';

/** What to look for in files: words, and where. */
export interface TextQuery {
  readonly words: readonly string[];
  readonly tests: readonly ((path: string) => boolean)[];
  readonly contextLines: number;
}

export interface FoundText {
  readonly data: string;
  /** Number of the first line of `data`. */
  readonly startLine: number;
}

/** Lines shown around a match when nobody says how many. */
const defaultContext = 2;

/** `decoder filename:*.ts -path:test extension:md` */
export function parseTextQuery(text: string, contextLines = defaultContext): TextQuery {
  const words: string[] = [];
  const tests: ((path: string) => boolean)[] = [];
  for (const part of text.match(/"[^"]+"|\S+/g) ?? []) {
    const filter = /^(-?)(filename|path|extension):(.+)$/.exec(part);
    if (filter === null) {
      words.push(part.replaceAll('"', '').toLowerCase());
      continue;
    }
    const [, minus = '', kind = '', value = ''] = filter;
    const test = pathTest(kind, value);
    tests.push(minus === '-' ? (path) => !test(path) : test);
  }
  return { words, tests, contextLines };
}

function pathTest(kind: string, value: string): (path: string) => boolean {
  const pattern = new RegExp(
    value
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
    'i',
  );
  if (kind === 'extension') return (path) => path.toLowerCase().endsWith(`.${value.toLowerCase().replace(/^\./, '')}`);
  if (kind === 'filename') return (path) => pattern.test(path.slice(path.lastIndexOf('/') + 1));
  return (path) => pattern.test(path);
}

export function fitsPath({ tests }: TextQuery, path: string): boolean {
  return tests.every((test) => test(path));
}

/** The places of a text where the words stand, neighbours joined; the beginning when only the name fits. */
export function searchText({ words, contextLines }: TextQuery, path: string, text: string): FoundText[] {
  const phrase = words.join(' ');
  if (text.includes('\0')) return [];
  const lines = toLines(text);
  const hits = lines.flatMap((line, index) => (phrase !== '' && line.toLowerCase().includes(phrase) ? [index] : []));
  if (hits.length === 0) {
    const isNamed = phrase === '' || path.toLowerCase().includes(phrase);
    return isNamed ? [{ data: lines.slice(0, 2 * contextLines + 1).join(''), startLine: 1 }] : [];
  }
  const found: FoundText[] = [];
  let from = -1;
  let to = -1;
  const flush = () => {
    if (from >= 0) found.push({ data: lines.slice(from, to).join(''), startLine: from + 1 });
  };
  for (const hit of hits) {
    const [start, end] = [Math.max(0, hit - contextLines), Math.min(lines.length, hit + contextLines + 1)];
    if (from >= 0 && start <= to) to = end;
    else {
      flush();
      [from, to] = [start, end];
    }
  }
  flush();
  return found;
}
