import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { coerce } from './coerce.ts';
import { labels, page, projectId, repositoryPath, discussionId, groupId } from './fields.ts';
import {
  date,
  datetime,
  type Field,
  flag,
  id,
  idOr,
  integer,
  line,
  list,
  namespace,
  number,
  oneOf,
  text,
} from './field.ts';
import { Refused } from './refused.ts';

const iid = id('Number of the issue.');
const userName = namespace('User.', { names: 'user' });
const numericProject = namespace('Target project.', { names: 'project', numericOnly: true });

describe('IDs', () => {
  test.each([[7], ['7'], [' 7 '], ['#7'], ['!7'], ['&7'], ['$7'], ['\t#7\n'], [7.0]])('T-01: %j is 7', (value) => {
    expect(coerce(iid, value)).toEqual({ value: 7 });
  });

  test.each([
    [7.5],
    ['7.5'],
    ['7abc'],
    ['abc'],
    [true],
    [-7],
    ['-7'],
    [0],
    ['##7'],
    ['# 7'],
    ['7e2'],
    ['0x7'],
    [''],
    [[7]],
    [{}],
  ])('T-01: %j is refused with the accepted form', (value) => {
    expect(reasonOf(iid, value)).toMatch(/give a positive whole number/);
  });

  test('T-38: numbers up to 2^53-1 pass, larger ones are refused instead of rounded', () => {
    expect(coerce(iid, Number.MAX_SAFE_INTEGER)).toEqual({ value: 9007199254740991 });
    expect(coerce(iid, '9007199254740991')).toEqual({ value: 9007199254740991 });
    expect(reasonOf(iid, '9007199254740993')).toContain('9007199254740993');
    expect(reasonOf(iid, 9007199254740992)).toContain('positive whole number');
  });

  test('T-01: no value becomes anything but a positive whole number', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const result = coerce(iid, value);
        if (!(result instanceof Refused))
          expect(result.value).toSatisfy((n: number) => Number.isSafeInteger(n) && n > 0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('IDs with a word in their place', () => {
  const assignee = idOr(['None', 'Any'], 'Assignee.');

  test.each([
    [7, '7'],
    [' #7', '7'],
    ['none', 'None'],
    [' ANY ', 'Any'],
    ['9007199254740991', '9007199254740991'],
  ])('%j is %j', (value, meant) => {
    expect(coerce(assignee, value)).toEqual({ value: meant });
  });

  test.each([[7.5], ['7abc'], [-7], [0], [true], [''], ['nobody']])('T-01: %j is refused', (value) => {
    expect(reasonOf(assignee, value)).toContain('positive whole number such as 7, or None or Any');
  });

  test('an ID that may be 0 says so', () => {
    const orNobody = id('Assignee, 0 for nobody.', { minimum: 0 });

    expect(coerce(orNobody, '0')).toEqual({ value: 0 });
    expect(reasonOf(orNobody, -1)).toContain('at least 0');
    expect(reasonOf(orNobody, '7abc')).toContain('give a whole number');
  });
});

describe('projects, groups and users', () => {
  test.each([
    [7, '7'],
    ['7', '7'],
    [' #7 ', '7'],
    ['007', '7'],
    ['9007199254740991', '9007199254740991'],
    ['acme/site', 'acme/site'],
    ['acme%2Fsite', 'acme/site'],
    ['acme%2fsite', 'acme/site'],
    ['/acme/site/', 'acme/site'],
    ['grp/sub.group/pro.j', 'grp/sub.group/pro.j'],
    ['acme/.github', 'acme/.github'],
    ['acme/2048', 'acme/2048'],
    ['acme', 'acme'],
  ])('T-10: %j names the project %j', (value, named) => {
    expect(coerce(projectId, value)).toEqual({ value: named });
  });

  test.each([
    [7.5],
    ['7.5'],
    ['7abc'],
    [1e21],
    ['1e+21'],
    [-7],
    ['-7'],
    [0],
    [true],
    [['acme/site']],
    ['9007199254740993'],
    [''],
    ['/'],
    ['..'],
    ['acme/..'],
    ['acme%2F..'],
    ['%2e%2e'],
    ['%252e%252e'],
    ['acme//site'],
    ['acme/site?private_token=x'],
    ['acme/site#1'],
    ['acme\\site'],
    ['acme/site\0'],
    ['acme/si\r\nte'],
    ['https://gitlab.example/acme/site'],
    ['acme%2'],
  ])('T-01, T-09: %j is no project', (value) => {
    expect(reasonOf(projectId, value)).toContain('give the numeric ID or a full path such as group/project');
  });

  test('T-01: a group or a user may be called 7abc, but not where only a number or a full path is of use', () => {
    expect(coerce(groupId, '7abc')).toEqual({ value: '7abc' });
    expect(coerce(userName, '7abc')).toEqual({ value: '7abc' });
    expect(reasonOf(numericProject, '7abc')).toContain('"7abc"');
    expect(coerce(numericProject, '7abc/site')).toEqual({ value: '7abc/site' });
  });

  test('a user is named with or without the sign before it', () => {
    expect(coerce(userName, '@ada.l')).toEqual({ value: 'ada.l' });
    expect(reasonOf(userName, 'a b/c?')).toContain('the username');
  });

  test('T-10: raw and encoded once, a path is one and the same', () => {
    const part = fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,12}$/);

    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), (parts) => {
        const path = parts.join('/');
        expect(coerce(projectId, encodeURIComponent(path))).toEqual(coerce(projectId, path));
      }),
    );
  });
});

describe('texts', () => {
  test('a number is as good as its text', () => {
    expect(coerce(line('Title.'), 42)).toEqual({ value: '42' });
    expect(reasonOf(line('Title.'), { a: 1 })).toBe('is {"a":1}, give a text');
  });

  test('one line has no line breaks, a text has no NUL, and both are Unicode', () => {
    expect(reasonOf(line('Title.'), 'a\nb')).toContain('one line');
    expect(coerce(text('Body.'), 'a\nb')).toEqual({ value: 'a\nb' });
    expect(reasonOf(text('Body.'), 'a\0b')).toContain('NUL');
    expect(reasonOf(text('Body.'), '\udfff')).toContain('Unicode');
  });

  test('lengths are counted, and blanks do not make a text', () => {
    expect(reasonOf(text('Body.', { minLength: 1 }), ' \n')).toBe('must not be empty');
    expect(reasonOf(line('Key.', { maxLength: 3 }), 'abcd')).toBe('has 4 characters, at most 3 are accepted');
  });

  test('T-09: what a machine made has no characters that mean something in a URL', () => {
    expect(coerce(discussionId, ' 6a9c1750b37d513a43987b574953fceb50b03ce7 ')).toEqual({
      value: '6a9c1750b37d513a43987b574953fceb50b03ce7',
    });
    for (const hostile of ['a/b', 'a?b', 'a#b', 'a b', '%2e%2e', 'a\\b', 'a\0', '']) {
      expect(reasonOf(discussionId, hostile)).toContain('exactly as GitLab shows it');
    }
  });

  test('what is quoted of a value is short', () => {
    expect(reasonOf(iid, 'x'.repeat(5000)).length).toBeLessThan(200);
  });
});

describe('enums', () => {
  const state = oneOf('State.', ['opened', 'closed', 'not_planned'], { synonyms: { open: 'opened' } });

  test.each([
    ['opened', 'opened'],
    [' Closed', 'closed'],
    ['Not planned', 'not_planned'],
    ['not-planned', 'not_planned'],
    ['OPEN', 'opened'],
  ])('%j means %j', (value, meant) => {
    expect(coerce(state, value)).toEqual({ value: meant });
  });

  test('anything else is refused with the values and the nearest of them', () => {
    expect(reasonOf(state, 'closd')).toBe('is "closd", give one of opened, closed, not_planned, perhaps closed');
    expect(reasonOf(state, 'constructor')).toBe('is "constructor", give one of opened, closed, not_planned');
  });
});

describe('paths of files', () => {
  test.each([
    ['src/a b.ts', 'src/a b.ts'],
    ['/src/a.ts', 'src/a.ts'],
    ['./a.ts', 'a.ts'],
    ['a%2Fb', 'a%2Fb'],
    ['.gitlab-ci.yml', '.gitlab-ci.yml'],
    ['a..b', 'a..b'],
    ['what?#.md', 'what?#.md'],
  ])('T-10, T-11: %j is the file %j', (value, path) => {
    expect(coerce(repositoryPath, value)).toEqual({ value: path });
  });

  test.each([['../a'], ['src/../../a'], ['%2e%2e/a'], ['a%2F..%2Fb'], ['a\0'], ['a\nb']])(
    'T-09: %j is none',
    (value) => {
      expect(coerce(repositoryPath, value)).toBeInstanceOf(Refused);
    },
  );

  test('T-63: a backslash is refused with what to write instead', () => {
    expect(reasonOf(repositoryPath, 'src\\a.ts')).toContain('separate folders with /');
  });
});

describe('days and times', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo', 'Asia/Kolkata'])(
    'T-18: under %s a day stays the day it is',
    (host) => {
      process.env['TZ'] = host;
      // Proves that the zone took effect: noon UTC is another hour there.
      expect(new Date('2026-07-01T12:00:00Z').getTimezoneOffset() === 0).toBe(host === 'UTC');

      for (const day of ['2026-01-01', '2024-02-29', '2018-11-04', '2026-12-31']) {
        expect(coerce(date('Due date.'), day)).toEqual({ value: day });
      }
    },
  );

  test.each([['2026-02-30'], ['2023-02-29'], ['2026-1-1'], ['01/02/2026'], ['tomorrow'], ['2026-01-01T00:00:00Z']])(
    '%j is no day',
    (value) => {
      expect(reasonOf(date('Due date.'), value)).toContain('YYYY-MM-DD');
    },
  );

  test.each([['2026-01-31T08:00:00Z'], ['2026-01-31T08:00:00.123+02:00'], ['2026-01-31 08:00'], ['2026-01-31']])(
    '%j is a time and passes unchanged',
    (value) => {
      expect(coerce(datetime('Since.'), value)).toEqual({ value });
    },
  );

  test.each([['2026-02-30T08:00:00Z'], ['2026-01-31T25:00:00Z'], ['yesterday'], ['1767225600']])(
    '%j is no time',
    (value) => {
      expect(reasonOf(datetime('Since.'), value)).toContain('ISO 8601');
    },
  );
});

describe('numbers and flags', () => {
  test('T-35: a page size above the maximum is lowered, with a note', () => {
    expect(coerce(page.per_page, '500')).toEqual({
      value: 100,
      note: 'was lowered from 500 to 100, the most GitLab gives at once',
    });
  });

  test('bounds are told', () => {
    expect(reasonOf(integer('Weight.', { minimum: 0 }), -1)).toContain('at least 0');
    expect(reasonOf(integer('Level.', { maximum: 60 }), 61)).toContain('at most 60');
    expect(reasonOf(number('Ratio.', { minimum: 0, maximum: 1 }), '1.5')).toContain('at most 1');
    expect(reasonOf(number('Ratio.', { minimum: 0 }), -0.5)).toContain('at least 0');
    expect(coerce(number('Ratio.'), ' 0.25 ')).toEqual({ value: 0.25 });
    expect(reasonOf(number('Ratio.'), '0.25x')).toContain('give a number');
  });

  test('a number may have a word', () => {
    const level = integer('Role.', { words: { developer: 30 } });

    expect(coerce(level, 'Developer')).toEqual({ value: 30 });
    expect(reasonOf(level, 'constructor')).toContain('one of developer');
  });

  test.each([
    [true, true],
    ['true', true],
    [' FALSE ', false],
    [1, true],
    ['0', false],
  ])('%j is %j', (value, meant) => {
    expect(coerce(flag('Whether.'), value)).toEqual({ value: meant });
  });

  test('anything else is no flag', () => {
    expect(reasonOf(flag('Whether.'), 'maybe')).toBe('is "maybe", give true or false');
  });
});

describe('lists', () => {
  const names = list('Names.', line('Name.'));
  const ids = list('IDs.', iid, { split: true });

  test('T-03: one text is one element, or several where GitLab documents commas', () => {
    expect(coerce(names, 'bug, minor')).toEqual({ value: ['bug, minor'] });
    expect(coerce(labels, 'bug, minor')).toEqual({ value: ['bug', 'minor'] });
    expect(coerce(ids, '3,#5')).toEqual({ value: [3, 5] });
    expect(coerce(ids, 7)).toEqual({ value: [7] });
    expect(coerce(names, '["a","b"]')).toEqual({ value: ['a', 'b'] });
    expect(coerce(names, '[draft] a')).toEqual({ value: ['[draft] a'] });
  });

  test('T-03: a word never falls apart into its characters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,12}$/), fc.boolean(), (word, split) => {
        expect(coerce(list('Words.', line('Word.'), { split }), word)).toEqual({ value: [word] });
      }),
    );
  });

  test('T-04: a label that contains a comma is refused, never made two', () => {
    expect(reasonOf(labels, ['needs, work'])).toContain('separates the elements with commas');
    expect(reasonOf(labels, '["needs, work"]')).toContain('separates the elements with commas');
    expect(coerce(names, ['needs, work'])).toEqual({ value: ['needs, work'] });
  });

  test('an empty list, and an empty text, is an empty list', () => {
    expect(coerce(labels, [])).toEqual({ value: [] });
    expect(coerce(labels, '')).toEqual({ value: [] });
  });

  test('a bad element is named by its place', () => {
    expect(coerce(ids, [1, 2, '7abc'])).toMatchObject({ at: '[2]', reason: expect.stringContaining('"7abc"') });
    expect(coerce(ids, [1, null])).toMatchObject({ at: '[1]' });
  });

  test('T-35: what was changed in an element is noted', () => {
    const sizes = list('Sizes.', page.per_page);

    expect(coerce(sizes, [500, 20])).toMatchObject({ value: [100, 20], note: expect.stringContaining('500') });
  });

  test('an object is no list, and sizes are bounded', () => {
    expect(reasonOf(names, { a: 1 })).toContain('give a list');
    expect(reasonOf(list('Names.', line('Name.'), { minItems: 1 }), [])).toBe('needs at least 1 element');
    expect(reasonOf(list('Names.', line('Name.'), { maxItems: 1 }), ['a', 'b'])).toBe(
      'has 2 elements, at most 1 are accepted',
    );
  });
});

function reasonOf(field: Field, value: unknown): string {
  const result = coerce(field, value);
  return result instanceof Refused ? result.reason : `was accepted as ${JSON.stringify(result.value)}`;
}
