import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineAction } from './action.ts';
import { flag, text } from './field.ts';
import { quickActions } from './fields.ts';
import { findQuickActions, guardQuickActions } from './quick-actions.ts';
import { nothing } from './result.ts';

const comment = defineAction({
  id: 'issue.comment',
  tool: 'gitlab_issue_comment',
  title: 'Comment',
  summary: 'Say something.',
  effect: 'write',
  route: 'POST /comments',
  params: {
    body: text('Text.', { quickActions: true }),
    title: text('Title.'),
    internal: flag('Internal.'),
    ...quickActions,
  },
  result: nothing('note'),
});

describe('what GitLab would run', () => {
  test.each([
    ['a command alone', '/close', [1]],
    ['a command with an argument', 'Thanks!\n/assign @alice\n/label ~bug', [2, 3]],
    ['one in capitals', '/CLOSE', [1]],
    ['one spelled with a letter that is an s without regard to case', '/cloſe', [1]],
    ['one that no release known here has', '/teleport now', [1]],
    ['blanks after it', '/close \t ', [1]],
    ['after a line break of Windows', 'Hello\r\n/close\r\nBye', [2]],
    ['after a lone carriage return', 'Hello\r/close', [2]],
    ['split by a carriage return, which GitLab drops', '/clo\rse', [1]],
    ['split after the slash', '/\rclose', [1]],
    ['in a paragraph', 'one\n/close\ntwo', [2]],
    ['after a quote, as its lazy continuation', '> quoted\n/close', [2]],
  ])('T-79: %s', (_what, body, lines) => {
    expect(findQuickActions(body).map(({ line }) => line)).toEqual(lines);
  });

  test.each([
    ['a slash within a line', 'use and/or /close'],
    ['a blank before it', ' /close'],
    ['a path', '/etc/hosts\n/usr/bin/env node'],
    ['a slash alone', '/\n/ close'],
    ['a comment of code', '// close\n/* close */'],
    ['an escaped one', '\\/close'],
    ['a number', '/2 of them'],
    ['what GitLab wants a blank after', '/close: done\n/label~bug'],
    ['a fenced block', '```\n/close\n```'],
    ['a fenced block with a language', 'See\n```sh\n/assign @alice\n```\nend'],
    ['a fence of tildes', '~~~\n/close\n```\n/close\n~~~'],
    ['a longer fence', '````md\n```\n/close\n```\n````'],
    ['a fence that an indented one closes', '```\n/close\n   ```  \nend'],
    ['a fence with line breaks of Windows', '```\r\n/close\r\n```\r\n'],
    ['no text', ''],
  ])('%s is not run', (_what, body) => {
    expect(findQuickActions(body)).toEqual([]);
  });

  test.each([
    ['nothing closes it', '```\n/close'],
    ['a shorter one does not close it', '````\n/close\n```'],
    ['another mark does not close it', '```\n/close\n~~~'],
    ['it has an info string with a back-tick, so it is none', '``` a`b\n/close\n```'],
    ['it ended before', '```\ncode\n```\n/close\n```'],
    ['it stands in HTML', '<div>\n```\n</div>\n\n/close\n\n```\n'],
    ['it stands in a comment', '<!--\n```\n-->\n/close\n```'],
    ['an indented one opened the block before', ' ```\n```\n/close\n```'],
    ['it stands in a list that ends', '- a\n  ```\n/close\n```'],
    ["it stands in GitLab's own quote", '>>>\n```\n>>>\n/close\n```'],
    ['it stands in a formula', '$$\n```\n$$\n/close\n```'],
    ['it stands in front matter', '---\n```\n---\n/close\n```'],
    ['a carriage return hides the one before', '``\r`\n```\n/close\n```'],
    ['a byte order mark hides the one before', '\uFEFF```\n```\n/close\n```'],
  ])('T-79: a fence is not believed when %s', (_why, body) => {
    expect(findQuickActions(body).map(({ command }) => command)).toEqual(['/close']);
  });
});

describe('the guard', () => {
  test('T-79: escapes the lines, leaves the rest and says which', () => {
    const body = 'Thanks\r\n/close\n\n```\n/reopen\n```\n/assign @bob';
    const { input, notes } = guard({ body });

    expect(input['body']).toBe('Thanks\r\n\\/close\n\n```\n/reopen\n```\n\\/assign @bob');
    expect(notes).toEqual([
      'body: GitLab would run 2 lines as quick actions (/close in line 2, /assign in line 7). Escaped, so that they stay text: only with allow_quick_actions true does GitLab run them.',
    ]);
  });

  test('T-79: leaves them alone when the caller allows them, and says so', () => {
    const { input, notes } = guard({ body: '/close', allow_quick_actions: true });

    expect(input['body']).toBe('/close');
    expect(notes).toEqual([
      'body: GitLab runs a line as quick action (/close in line 1), as allow_quick_actions says.',
    ]);
  });

  test('names a few of many', () => {
    const { notes } = guard({ body: `/${'x'.repeat(90)}\n${'/close\n'.repeat(8)}` });

    expect(notes[0]).toContain(`(/${'x'.repeat(39)} in line 1, /close in line 2`);
    expect(notes[0]).toContain(' and 4 more)');
  });

  test('leaves other fields and other inputs untouched', () => {
    const input = { body: 'nothing to run', title: '/close' };

    expect(guard(input).input).toBe(input);
  });

  test('T-79: after it nothing is left to run, and only slashes were escaped', () => {
    const pieces = fc.constantFrom(
      '/close',
      '/',
      'close',
      '\n',
      '\r',
      '\r\n',
      '```',
      '~~~',
      '````',
      ' ',
      '<div>',
      '>>>',
      '$$',
      '---',
      '\\',
      'a',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const body = parts.join('');
        const guarded = String(guard({ body }).input['body']);

        expect(findQuickActions(guarded)).toEqual([]);
        expect(guarded.replaceAll('\\', '')).toBe(body.replaceAll('\\', ''));
        // However a release reads fences: what is left at the start of a line stands between two.
        const bare = guarded.replaceAll('\r', '');
        if (/^\/close\s*$/m.test(bare)) expect(bare.split(/^(?:```|~~~)/m).length).toBeGreaterThan(2);
      }),
    );
  });

  test('reads a long text once, however many fences it opens', () => {
    const body = Array.from({ length: 20_000 }, (_, index) => `${'`'.repeat(3 + (index % 50))}x\n/close`).join('\n');

    expect(findQuickActions(body)).toHaveLength(20_000);
  });
});

function guard(input: Readonly<Record<string, unknown>>) {
  return guardQuickActions(comment, { input, notes: [] });
}
