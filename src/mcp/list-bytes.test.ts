import { describe, expect, test } from 'vitest';
import type { ToolDefinition } from '../surfaces/surface.ts';
import { createLogger } from '../telemetry/logger.ts';
import { DescriptionRewrites } from './description-rewrites.ts';
import { ToolListBytes } from './list-bytes.ts';
import { type Revision, revisions } from './revisions.ts';

const hint = { ttlMs: 300_000, cacheScope: 'private' } as const;
const identity = { name: 'gitlab-mcp-server', version: '0.1.0' };
const rewrites = new DescriptionRewrites([], createLogger({ level: 'error' }));
const options = { hint, identity, rewrites };

describe('ToolListBytes', () => {
  test.each(revisions)('FG-04: in %s a part of the list has the very bytes the tools have in the whole', (revision) => {
    const tools = [tool('first'), tool('zweites, "ü"'), tool('third')];
    const bytes = new ToolListBytes(tools, options);
    const whole = parse(bytes.whole(revision));

    const part = parse(
      bytes.only(
        revision,
        [tools[2], tools[0]].filter((each) => each !== undefined),
      ),
    );

    expect(part).toEqual({ ...whole, tools: [whole.tools[2], whole.tools[0]] });
    expect(bytes.only(revision, tools)).toEqual(bytes.whole(revision));
  });

  test('FG-04: a definition that only some credentials see is serialised like the others', () => {
    const tools = [tool('first'), tool('second')];
    const other = { ...tool('second'), annotations: { ...tool('second').annotations, readOnlyHint: true } };
    const bytes = new ToolListBytes(tools, options);

    const part = parse(bytes.only('2024-11-05', [tool('first'), other]));

    expect(part.tools.map((each) => Object.keys(each))).toEqual([
      ['name', 'description', 'inputSchema'],
      ['name', 'description', 'inputSchema'],
    ]);
  });

  test('an empty list is a list', () => {
    const bytes = new ToolListBytes([tool('first')], options);

    expect(bytes.only('2025-11-25', []).toString()).toBe('{"tools":[]}');
    expect(new ToolListBytes([], options).whole('2025-11-25').toString()).toBe('{"tools":[]}');
  });

  test.each<[Revision, readonly string[]]>([
    ['2026-07-28', ['resultType', 'tools', 'ttlMs', 'cacheScope', '_meta']],
    ['2025-11-25', ['tools']],
  ])('T-40, HINT-01: %s has the fields it defines', (revision, keys) => {
    const bytes = new ToolListBytes([tool('first')], options);

    expect(Object.keys(parse(bytes.whole(revision)))).toEqual(keys);
  });
});

test('T-40: icons come in with 2025-11-25', () => {
  const drawn = new ToolListBytes([{ ...tool('first'), icons: [{ src: 'data:a' }] }], options);
  const keysIn = (revision: Revision) => Object.keys(parse(drawn.whole(revision)).tools[0] ?? {});

  expect(revisions.filter((revision) => keysIn(revision).includes('icons')).toSorted()).toEqual([
    '2025-11-25',
    '2026-07-28',
  ]);
});

function parse(bytes: Buffer) {
  return JSON.parse(bytes.toString('utf8')) as { readonly tools: readonly object[] };
}

function tool(name: string): ToolDefinition {
  return {
    name,
    title: name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { action: { type: 'string', 'x-mcp-header': 'Action' } } },
    annotations: {
      title: name,
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  };
}
