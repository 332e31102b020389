import { describe, expect, test } from 'vitest';
import { defineAction } from '../catalog/action.ts';
import { line } from '../catalog/field.ts';
import { one } from '../catalog/result.ts';
import { guidanceFor } from './param-guidance.ts';

const action = defineAction({
  id: 'thing.get',
  tool: 'gitlab_thing_get',
  title: 'Get a thing',
  summary: 'Get one thing.',
  effect: 'read',
  route: 'GET /things',
  params: {
    name: line('Name.'),
    colour: line('Colour.', { tier: 'premium' }),
    size: line('Size.', { tier: 'ultimate' }),
  },
  rules: [
    { rule: 'at-least-one', of: ['name', 'colour', 'size'] },
    { rule: 'exactly-one', of: ['colour', 'size'] },
    { rule: 'at-most-one', of: ['name', 'colour'] },
  ],
  result: one('thing'),
});

describe('T-37: what holds between params is said in words', () => {
  test('of those that the tier has', () => {
    expect(guidanceFor(action, 'ultimate')).toEqual([
      'Give at least one of name, colour, size.',
      'Give exactly one of colour, size.',
    ]);
    expect(guidanceFor(action, 'premium')).toEqual(['Give at least one of name, colour.', 'Give colour.']);
    expect(guidanceFor(action, 'free')).toEqual(['Give name.']);
  });
});
