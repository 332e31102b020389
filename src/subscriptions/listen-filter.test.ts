import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { parseListenFilter, type Served, toAcknowledgement } from './listen-filter.ts';

const full: Served = { lists: new Set(['tools', 'prompts', 'resources']), resources: true };

describe('parseListenFilter', () => {
  test('takes what is asked for, each URI once', () => {
    const filter = parseListenFilter(
      { notifications: { toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ['a', 'b', 'a'] } },
      full,
    );

    expect(toAcknowledgement(filter)).toEqual({ toolsListChanged: true, resourceSubscriptions: ['a', 'b'] });
  });

  test('leaves out what is not served, without refusing it', () => {
    const filter = parseListenFilter(
      {
        notifications: {
          toolsListChanged: true,
          promptsListChanged: true,
          resourceSubscriptions: ['a'],
          taskIds: ['1'],
          somethingNew: { x: 1 },
        },
      },
      { lists: new Set(['tools']), resources: false },
    );

    expect(toAcknowledgement(filter)).toEqual({ toolsListChanged: true });
  });

  test.each([
    ['no parameters', undefined],
    ['no notifications', {}],
    ['notifications that are a list', { notifications: [] }],
    ['a flag that is a text', { notifications: { toolsListChanged: 'yes' } }],
    ['URIs that are one text', { notifications: { resourceSubscriptions: 'gitlab://pipeline/1' } }],
    ['URIs that are numbers', { notifications: { resourceSubscriptions: [1] } }],
  ])('SUB-16: %s is refused as invalid parameters', (_, params) => {
    expect(() => parseListenFilter(params, full)).toThrow(expect.objectContaining({ code: 'request.params' }) as Error);
  });

  test('whatever a client sends becomes a filter or a refusal', () => {
    const field = fc.constantFrom('toolsListChanged', 'resourceSubscriptions', 'promptsListChanged', '__proto__');
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(field, fc.anything())), (notifications) => {
        try {
          const { uris, lists } = parseListenFilter({ notifications }, full);
          expect(Array.from(uris ?? []).every((uri) => typeof uri === 'string')).toBe(true);
          expect(lists.size).toBeLessThanOrEqual(3);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});
