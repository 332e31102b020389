import { describe, expect, test } from 'vitest';
import type { ToolDefinition } from '../surfaces/surface.ts';
import { createLogger } from '../telemetry/logger.ts';
import { DescriptionRewrites, type Substitution } from './description-rewrites.ts';

describe('DescriptionRewrites', () => {
  test('START-15: rewrites titles and descriptions wherever a tool has them, and nothing else', () => {
    const { rewrites } = setup([{ from: 'merge', to: 'MERGE' }]);

    const rewritten = rewrites.tool(tool);

    expect(rewritten).toEqual({
      name: 'gitlab_merge',
      title: 'To MERGE',
      description: 'Will MERGE and MERGE again.',
      annotations: { ...tool.annotations, title: 'To MERGE' },
      inputSchema: {
        type: 'object',
        description: 'How to MERGE.',
        required: ['merge', 'title'],
        properties: {
          merge: { type: 'string', enum: ['merge'], default: 'merge', pattern: 'merge', description: 'The MERGE.' },
          title: { type: 'string', title: 'MERGE title' },
          description: { const: { description: 'merge' } },
          default: { type: 'object', description: 'MERGE default', default: { title: 'merge' } },
          items: { type: 'array', items: { description: 'one MERGE', examples: ['merge'] } },
          either: { anyOf: [{ description: 'a MERGE' }, { properties: { merge: { title: 'a MERGE' } } }] },
        },
        additionalProperties: { description: 'more to MERGE' },
      },
      outputSchema: { type: 'object', properties: { merge: { description: 'MERGE' } }, additionalProperties: true },
    });
  });

  test('leaves the definition it was given as it is, and gives that very one when there is nothing to rewrite', () => {
    const before = JSON.stringify(tool);
    const { rewrites } = setup([{ from: 'merge', to: 'MERGE' }]);

    rewrites.tool(tool);

    expect(JSON.stringify(tool)).toBe(before);
    expect(setup([]).rewrites.tool(tool)).toBe(tool);
    const listed = { uri: 'gitlab://merge', name: 'merge', title: 'merge', description: 'merge' };
    expect(setup([]).rewrites.described(listed)).toBe(listed);
    expect(rewrites.described(listed)).toEqual({ ...listed, title: 'MERGE', description: 'MERGE' });
    expect(rewrites.described({ name: 'merge', title: 'x' })).toEqual({ name: 'merge', title: 'x' });
  });

  test('a schema that tools share stays shared', () => {
    const { rewrites } = setup([{ from: 'merge', to: 'MERGE' }]);

    expect(rewrites.tool(tool).inputSchema).toBe(rewrites.tool({ ...tool, name: 'other' }).inputSchema);
  });

  test('applies the pairs in their order, and takes the new text as it is', () => {
    const { rewrites } = setup([
      { from: 'a', to: 'b' },
      { from: 'b', to: '$&' },
    ]);

    expect(rewrites.described({ description: 'a and b' }).description).toBe('$& $&nd $&');
  });

  test.each([
    [10, 512, true],
    [10, 513, false],
    [1000, 1000, true],
    [1000, 1001, false],
  ])('a text of %i bytes that would gain %i is rewritten: %s', (length, gain, isRewritten) => {
    const { rewrites, logs } = setup([{ from: 'x', to: `x${'y'.repeat(gain)}` }]);
    const description = `x${'-'.repeat(length - 1)}`;

    const rewritten = rewrites.described({ description }).description;

    expect(rewritten.length).toBe(isRewritten ? length + gain : length);
    expect(logs).toHaveLength(isRewritten ? 0 : 1);
  });

  test('is warned about once, and cannot be made to build a huge text', () => {
    const { rewrites, logs } = setup(Array.from({ length: 32 }, () => ({ from: 'x', to: 'x'.repeat(256) })));

    expect(rewrites.described({ title: 'x', description: 'x' })).toEqual({ title: 'x', description: 'x' });
    expect(logs).toMatchObject([{ level: 'WARN', description: 'x' }]);
  });

  test('counts bytes, not characters', () => {
    const { rewrites } = setup([{ from: 'x', to: 'é'.repeat(257) }]);

    expect(rewrites.described({ description: 'x' }).description).toBe('x');
  });
});

const tool: ToolDefinition = {
  name: 'gitlab_merge',
  title: 'To merge',
  description: 'Will merge and merge again.',
  annotations: {
    title: 'To merge',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  inputSchema: {
    type: 'object',
    description: 'How to merge.',
    required: ['merge', 'title'],
    properties: {
      merge: { type: 'string', enum: ['merge'], default: 'merge', pattern: 'merge', description: 'The merge.' },
      title: { type: 'string', title: 'merge title' },
      description: { const: { description: 'merge' } },
      default: { type: 'object', description: 'merge default', default: { title: 'merge' } },
      items: { type: 'array', items: { description: 'one merge', examples: ['merge'] } },
      either: { anyOf: [{ description: 'a merge' }, { properties: { merge: { title: 'a merge' } } }] },
    },
    additionalProperties: { description: 'more to merge' },
  },
  outputSchema: { type: 'object', properties: { merge: { description: 'merge' } }, additionalProperties: true },
};

function setup(substitutions: readonly Substitution[]) {
  const logs: unknown[] = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => void logs.push(JSON.parse(line)) } });
  return { rewrites: new DescriptionRewrites(substitutions, logger), logs };
}
