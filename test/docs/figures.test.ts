import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorKinds } from '../../src/errors/app-error.ts';
import { HeldCalls } from '../../src/limits/held-calls.ts';
import { readPages, root } from './pages.ts';

const [guide] = readPages('docs/guides/operate.md');
const source = globSync('src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

describe('the guide for operators', () => {
  test('says of every error code once what to do', () => {
    const codes = rowsOf('What each refusal means').flatMap(([code = '']) => namesIn(code));

    expect(codes.toSorted()).toEqual(Object.keys(errorKinds).toSorted());
  });

  test('has the codes that are counted before those that are not', () => {
    const codes = rowsOf('What each refusal means').flatMap(([code = '']) => namesIn(code));
    const isCounted = (code: string): boolean => /^(config|request|auth|limit)\./.test(code);

    expect(codes.filter(isCounted)).toEqual(codes.slice(0, codes.indexOf('limit.connections') + 1));
  });

  test('quotes log lines that the program writes', () => {
    const lines = rowsOf('Log lines worth an alert').map(([, line = '']) => namesIn(line)[0] ?? '');

    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => !source.includes(`'${line}'`))).toEqual([]);
  });

  test('sizes calls and sessions as the program does', () => {
    const rows = rowsOf('How large it has to be').filter(([limit = '']) => /^[\d,]+$/.test(limit));

    expect(rows).toHaveLength(3);
    for (const [limit = '', calls = '', sessions = ''] of rows) {
      const held = new HeldCalls(numberOf(limit));
      expect([held.calls.limit, held.sessions.limit], limit).toEqual([numberOf(calls), numberOf(sessions)]);
    }
  });
});

test.each(['README.md', 'docs/guides/operate.md'])(
  'every figure that %s calls measured is one of the benchmark',
  (path) => {
    const results = readFileSync(join(root, 'bench/results.md'), 'utf8');
    const measured = tablesOf(path)
      .filter(([head = []]) => head.at(-1) === 'Measured')
      .flatMap(([, ...rows]) => rows);

    expect(measured.length).toBeGreaterThan(4);
    const figures = measured.flatMap(([, figure = '']) =>
      figure.split(' / ').flatMap((part) => part.match(/[\d.]+ (?:%|[a-zA-Z]+)/g) ?? []),
    );
    expect(figures.length).toBeGreaterThanOrEqual(measured.length);
    expect(figures.filter((figure) => !results.includes(figure))).toEqual([]);
  },
);

test('the sizes and counts of the surfaces on the front page are those that were measured', () => {
  const sizes = readFileSync(join(root, 'bench/results.md'), 'utf8');
  const counts = readFileSync(join(root, 'bench/tasks/results.md'), 'utf8');
  const [bySize = [], byTask = []] = tablesOf('README.md').filter(([head = []]) => head[0] === 'Surface');

  expect(bySize.slice(1).map(([, , size = '']) => sizes.includes(`${size} of them the list`))).toEqual([
    true,
    true,
    true,
  ]);
  for (const [surface = '', list = '', calls = '', tokens = ''] of byTask.slice(1)) {
    const name = namesIn(surface)[0] ?? '';
    const all = tablesIn(counts.slice(counts.indexOf(`\n## ${name}\n`)))[0]?.at(-1) ?? [];
    expect(counts).toMatch(new RegExp(`^\\| ${name} +\\|.* ${list} +\\|$`, 'm'));
    expect([all[1], all[4]], name).toEqual([calls, tokens]);
  }
});

/** The rows of the tables below a heading, cells without their padding. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const text = guide?.text ?? '';
  const start = text.indexOf(`## ${heading}\n`);
  const end = text.indexOf('\n## ', start);
  return tablesIn(text.slice(start, end)).flatMap(([, ...rows]) => rows);
}

function tablesOf(path: string): readonly (readonly (readonly string[])[])[] {
  return readPages(path).flatMap(({ text }) => tablesIn(text));
}

/** Tables as rows of cells, the head first. */
function tablesIn(text: string): readonly (readonly (readonly string[])[])[] {
  return [...text.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) =>
    table
      .trimEnd()
      .split('\n')
      .filter((row) => !/^\|[ -|]*\|$/.test(row) || /[a-z\d]/i.test(row))
      .map((row) =>
        row
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  );
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}
