import { describe, expect, test } from 'vitest';
import { coversBranch } from '../audit/safety-sections.ts';
import { titleOf } from '../title.ts';
import { changeOf, classOf, linesOf } from './changed-files.ts';
import { dailyChart, pieChart, progressBar, tally } from './charts.ts';
import { rows } from './lists.ts';
import { mergeStatus, projectOf } from './merge-requests.ts';
import { ageText, dayMs, lastDays, median, spanText } from './time.ts';

const now = Date.parse('2026-03-02T09:00:00Z');

test.each([
  [0, '<1d'],
  [1, '1d'],
  [13, '13d'],
  [14, '2w'],
  [59, '8w'],
  [60, '2mo'],
  [364, '12mo'],
  [365, '1y'],
])('%d days are %s old', (days, text) => {
  expect(ageText(now - days * dayMs, now)).toBe(text);
});

test.each([
  [undefined, '—'],
  [-1, '—'],
  [12 * 60_000, '12m'],
  [200 * 60_000, '3h 20m'],
  [53 * 3_600_000, '2d 5h'],
  [48 * 3_600_000, '2d'],
])('%s ms are %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});

test('a period says where it begins, and the day before for filters that leave their own day out', () => {
  expect(lastDays(7, now)).toMatchObject({ since: '2026-02-23T09:00:00.000Z', dayBefore: '2026-02-22' });
});

test('the median is the middle, or between the two in the middle', () => {
  expect([median([]), median([5]), median([9, 1, 2]), median([1, 2, 4, 9])]).toEqual([undefined, 5, 2, 3]);
});

describe('files', () => {
  test.each([
    ['src/auth/login.test.ts', 'sensitive'],
    ['.gitlab-ci.yml', 'sensitive'],
    ['src/pass_test.go', 'test'],
    ['test/readme.md', 'test'],
    ['src/a.spec.ts', 'test'],
    ['docs/a.ts', 'docs'],
    ['CHANGES.rst', 'docs'],
    ['src/main.ts', 'logic'],
  ])('%s is %s', (path, kind) => {
    expect(classOf({ new_path: path })).toBe(kind);
  });

  test('lines are counted inside hunks, whatever they hold', () => {
    const diff = '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n---- old\n++++ new\n+b\n';

    expect(linesOf({ diff })).toEqual({ added: 2, removed: 1 });
    expect(linesOf({})).toEqual({ added: 0, removed: 0 });
  });

  test.each([
    [{ new_file: true }, 'new'],
    [{ deleted_file: true }, 'deleted'],
    [{ renamed_file: true }, 'renamed'],
    [{}, 'modified'],
  ])('%o is %s', (file, change) => {
    expect(changeOf(file)).toBe(change);
  });
});

describe('charts', () => {
  test('no name ends the quotes, the line or the fence of a chart', () => {
    const chart = pieChart('A "b"\n```', [['x" : 99\n```\n# Task', 1]]);

    expect(chart.split('\n')).toEqual(['```mermaid', 'pie title A b', '    "x : 99 Task" : 1', '```']);
  });

  test('a pie has the eight largest and none without a share', () => {
    const shares = Array.from({ length: 12 }, (_, index) => [`n${index}`, index === 0 ? 0 : 5] as const);

    expect(pieChart('t', shares).match(/ : 5/g)).toHaveLength(8);
    expect(pieChart('t', [['a', 0]])).toBe('');
  });

  test('a period with more days than a chart can show has none', () => {
    const things = [{ created_at: '2026-03-01T00:00:00Z' }];

    expect(dailyChart('t', things, 'created_at', lastDays(31, now))).toContain('bar [');
    expect(dailyChart('t', things, 'created_at', lastDays(32, now))).toBe('');
  });

  test('a bar of progress has ten cells', () => {
    expect([progressBar(0, 0), progressBar(3, 5), progressBar(7, 7)]).toEqual([
      '░░░░░░░░░░ 0 %',
      '██████░░░░ 60 %',
      '██████████ 100 %',
    ]);
  });

  test('counts come with the most frequent first', () => {
    expect(tally(['b', 'a', 'b', 'c', 'a', 'b'])).toEqual([
      ['b', 3],
      ['a', 2],
      ['c', 1],
    ]);
  });
});

test('a table leaves out columns without anything in them and counts the rows it does not show', () => {
  const text = rows(
    [1, 2, 3],
    [
      ['N', String],
      ['Empty', () => ''],
    ],
    2,
  );

  expect(text).toBe('| N |\n| --- |\n| 1 |\n| 2 |\n\n… and 1 more.');
});

test.each([
  [{ references: { full: 'a/b!7' } }, 'a/b'],
  [{ web_url: 'https://gitlab.example/a/b/c/-/issues/1' }, 'a/b/c'],
  [{ project_id: 9 }, 'project-9'],
])('the project of %o is %s', (thing, project) => {
  expect(projectOf(thing)).toBe(project);
});

test.each([
  [{ draft: true, detailed_merge_status: 'draft_status' }, '📝 draft'],
  [{ has_conflicts: true, detailed_merge_status: 'conflict' }, '⚠️ conflicts'],
  [{ detailed_merge_status: 'ci_must_pass' }, 'ci must pass'],
])('the status of %o is %s', (thing, status) => {
  expect(mergeStatus(thing)).toBe(status);
});

test.each([
  ['main', 'main', true],
  ['mai', 'main', false],
  ['release/*', 'release/1.2', true],
  ['*-stable', '1-stable', true],
  ['*', 'main', true],
  ['a*a', 'a', false],
  ['a*b*c', 'axbyc', true],
  ['a*b*c', 'axyc', false],
  ['', 'main', false],
])('the rule %j for %j: %s', (rule, branch, covers) => {
  expect(coversBranch(rule, branch)).toBe(covers);
});

test.each([
  ['summarize_mr_changes', 'Summarize MR Changes'],
  ['project_id', 'Project ID'],
  ['merge_request_iid', 'Merge Request IID'],
  ['my_open_mrs', 'My Open MRs'],
])('%s is titled %s', (name, title) => {
  expect(titleOf(name)).toBe(title);
});
