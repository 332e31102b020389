import { describe, expect, test } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { parseForm } from '../http/query.ts';
import { optional, readParams, requires, type Rules, type Schema } from './params.ts';

describe('what is wrong (§5, 400)', () => {
  test.each<[string, Schema, string, Rules | undefined]>([
    ['title is missing', { title: requires.string() }, '', undefined],
    [
      'branch is missing, commit_message is missing',
      { branch: requires.string(), commit_message: requires.string() },
      '',
      undefined,
    ],
    ['issue_iid is invalid', { issue_iid: requires.integer() }, 'issue_iid=one', undefined],
    ['state does not have a valid value', { state: optional.string({ values: ['opened'] }) }, 'state=open', undefined],
    ['ref is empty', { ref: requires.string({ blank: false }) }, 'ref=', undefined],
    [
      'assets[links][0][url] is missing',
      { assets: optional.hash({ links: optional.hashes({ name: requires.string(), url: requires.string() }) }) },
      'assets[links][][name]=a',
      undefined,
    ],
    [
      'a, b, c are missing, at least one parameter must be provided',
      { a: optional.string() },
      '',
      { atLeastOneOf: ['a', 'b', 'c'] },
    ],
    [
      'author_id, author_username are mutually exclusive',
      {},
      'author_id=1&author_username=x',
      { exclusive: [['author_id', 'author_username']] },
    ],
    [
      "assignee_id should be an integer, 'None' or 'Any'",
      { assignee_id: optional.idOrWord() },
      'assignee_id=x',
      undefined,
    ],
    ['file is invalid', { file: requires.file() }, 'file=text', undefined],
  ])('%s', (message, schema, form, rules) => {
    expect(() => readParams(schema, parseForm(form), rules)).toThrow(
      expect.objectContaining({ status: 400, body: { error: message } }) as Refusal,
    );
  });
});

describe('types (§6.3)', () => {
  test.each(['true', 't', '1', 'yes', 'y', 'on', 'TRUE', 'True', 'Yes'])('%s is true', (word) => {
    expect(readParams({ flag: optional.boolean() }, { flag: word })).toEqual({ flag: true });
  });

  test.each(['tRUE', 'si', '2'])('%s is not a boolean', (word) => {
    expect(() => readParams({ flag: optional.boolean() }, { flag: word })).toThrow(Refusal);
  });

  test('what was not sent is undefined, what was sent empty is null, and text may be empty', () => {
    const schema = { number: optional.integer(), text: optional.string(), absent: optional.string() };

    expect(readParams(schema, parseForm('number=&text='))).toEqual({ number: null, text: '', absent: undefined });
  });

  test('lists come as repeated keys, as one string or as JSON, and an empty one clears', () => {
    const schema = { ids: optional.integers() };

    expect(readParams(schema, parseForm('ids[]=1&ids[]=2'))).toEqual({ ids: [1, 2] });
    expect(readParams(schema, parseForm('ids=1,2'))).toEqual({ ids: [1, 2] });
    expect(readParams(schema, { ids: [1, 2] })).toEqual({ ids: [1, 2] });
    expect(readParams(schema, parseForm('ids='))).toEqual({ ids: [] });
    expect(readParams({ labels: optional.strings() }, { labels: ['a, b', 'c'] })).toEqual({ labels: ['a', 'b', 'c'] });
  });

  test('None and Any are words in any case', () => {
    const read = (value: string) => readParams({ id: optional.idOrWord() }, { id: value })['id'];

    expect([read('NONE'), read('Any'), read('12')]).toEqual(['none', 'any', 12]);
  });

  test('times are read leniently, but not with the space a bare + turns into', () => {
    const schema = { at: optional.timestamp() };

    expect(readParams(schema, parseForm('at=2026-01-02'))).toEqual({ at: '2026-01-02T00:00:00.000Z' });
    expect(readParams(schema, parseForm('at=2026-01-02T03:04:05%2B02:00'))).toEqual({ at: '2026-01-02T01:04:05.000Z' });
    expect(() => readParams(schema, parseForm('at=2026-01-02T03:04:05+02:00'))).toThrow('at is invalid');
  });

  test('indexed hashes are a list of hashes', () => {
    const schema = { variables: optional.hashes({ key: requires.string(), value: requires.string() }) };
    const expected = {
      variables: [
        { key: 'A', value: '1' },
        { key: 'B', value: '2' },
      ],
    };

    expect(
      readParams(schema, parseForm('variables[][key]=A&variables[][value]=1&variables[][key]=B&variables[][value]=2')),
    ).toEqual(expected);
    expect(
      readParams(
        schema,
        parseForm('variables[0][key]=A&variables[0][value]=1&variables[1][key]=B&variables[1][value]=2'),
      ),
    ).toEqual(expected);
  });

  test('a name like __proto__ is only a name', () => {
    const raw = parseForm('__proto__[admin]=1&title=x');

    expect(readParams({ title: requires.string() }, raw)).toEqual({ title: 'x' });
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

describe('null where something is required', () => {
  test('a text is blank, a list empty, a file of the wrong type', () => {
    const schema = { title: requires.string(), ids: requires.integers() };

    expect(readParams(schema, { title: null, ids: null })).toEqual({ title: '', ids: [] });
    expect(() => readParams({ file: requires.file() }, { file: null })).toThrow('file is invalid');
  });
});
