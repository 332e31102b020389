import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coerce } from './coerce.ts';
import { globalId, id, namespace } from './field.ts';
import { parseGlobalId, toGlobalId } from './global-id.ts';
import { Refused } from './refused.ts';

const form = { type: 'WorkItem', formerly: ['Issue', 'Epic', 'Task'] } as const;
const asNumber = id('Work item.', { globalId: form });
const asText = globalId(form, 'Work item.');
const type = globalId({ type: 'WorkItems::Type', also: ['WorkItems::Custom::Type'] }, 'Type.', {
  synonyms: { issue: '1' },
});
const thread = globalId({ type: 'Discussion', formerly: ['IndividualNoteDiscussion'] }, 'Thread.', { slug: true });
const group = namespace('Group.', { names: 'group', numericOnly: true, globalId: { type: 'Namespace' } });

describe('T-06: one object, however it is named', () => {
  test.each([
    ['7'],
    [7],
    [' #7 '],
    ['gid://gitlab/WorkItem/7'],
    [' gid://gitlab/Issue/7'],
    ['gid://gitlab/Epic/7'],
    ['gid://gitlab/Task/7'],
  ])('%j is the work item 7', (value) => {
    expect(coerce(asNumber, value)).toEqual({ value: 7 });
    expect(coerce(asText, value)).toEqual({ value: 'gid://gitlab/WorkItem/7' });
  });

  test.each([
    ['gid://gitlab/User/7', 'is the global ID of a User'],
    ['gid://gitlab/MergeRequest/7', 'is the global ID of a MergeRequest'],
    ['gid://gitlab/WorkItem/7abc', '7abc'],
    ['gid://gitlab/WorkItem/', 'gid://'],
    ['gid://elsewhere/WorkItem/7', 'gid://elsewhere'],
    ['seven', 'seven'],
    [-7, '-7'],
    [0, '0'],
  ])('%j is refused, with a word why', (value, word) => {
    for (const field of [asNumber, asText]) {
      const result = coerce(field, value);
      expect(result).toBeInstanceOf(Refused);
      expect(result).toMatchObject({ reason: expect.stringContaining(word) });
    }
  });

  test('a further type of the family stays what it is, and a name stands for a number', () => {
    expect(coerce(type, 'gid://gitlab/WorkItems::Custom::Type/1001')).toEqual({
      value: 'gid://gitlab/WorkItems::Custom::Type/1001',
    });
    expect(coerce(type, 'Issue')).toEqual({ value: 'gid://gitlab/WorkItems::Type/1' });
  });

  test('a thread is named by its hash', () => {
    const hash = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c';
    const whole = { value: `gid://gitlab/Discussion/${hash}` };

    expect(coerce(thread, hash)).toEqual(whole);
    expect(coerce(thread, `gid://gitlab/Discussion/${hash}`)).toEqual(whole);
    expect(coerce(thread, `gid://gitlab/IndividualNoteDiscussion/${hash}`)).toEqual(whole);
    expect(coerce(thread, 'no/hash')).toBeInstanceOf(Refused);
  });

  test('a namespace may be given by path, by number or by global ID', () => {
    expect(coerce(group, 'acme/team')).toEqual({ value: 'acme/team' });
    expect(coerce(group, 7)).toEqual({ value: '7' });
    expect(coerce(group, 'gid://gitlab/Namespace/7')).toEqual({ value: '7' });
    expect(coerce(group, 'gid://gitlab/Project/7')).toBeInstanceOf(Refused);
  });

  test('no text becomes a global ID of another family', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const result = coerce(asText, text);
        if (result instanceof Refused) return;
        expect(result.value).toMatch(/^gid:\/\/gitlab\/WorkItem\/[1-9]\d*$/);
      }),
      { examples: [['gid://gitlab/WorkItem/7/../../User/8'], ['gid://gitlab/WorkItem/7\n'], ['7?x']] },
    );
  });
});

test('a global ID is read as it is written', () => {
  expect(parseGlobalId(toGlobalId('Ci::Catalog::Resource', 12))).toEqual({ type: 'Ci::Catalog::Resource', key: '12' });
  expect(parseGlobalId('12')).toBeUndefined();
});
