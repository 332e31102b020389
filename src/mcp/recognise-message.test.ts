import { classifyInboundRequest } from '@modelcontextprotocol/server';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recogniseMessage } from './recognise-message.ts';

const version = 'io.modelcontextprotocol/protocolVersion';
const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const clientInfo = 'io.modelcontextprotocol/clientInfo';

const oddity = fc.constantFrom<unknown>(
  undefined,
  null,
  1,
  1.5,
  '',
  'x',
  true,
  [],
  {},
  { name: 'a' },
  { name: 'a', version: '1' },
);
const meta = fc.record(
  {
    [version]: fc.oneof(fc.constantFrom('2026-07-28', '2025-11-25', 'x'), oddity),
    [capabilities]: fc.oneof(
      fc.constantFrom<unknown>(
        {},
        { elicitation: {} },
        { elicitation: { form: {}, url: {} }, roots: {} },
        { sampling: { x: {} } },
        { other: {} },
      ),
      oddity,
    ),
    [clientInfo]: oddity,
    progressToken: oddity,
    other: oddity,
    'io.modelcontextprotocol/logLevel': fc.constantFrom('debug', 'loud'),
  },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 6, arbitrary: fc.constant('2.0') }, oddity),
    id: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(1, 'a', 2 ** 53) }, oddity),
    method: fc.oneof({ weight: 6, arbitrary: fc.constantFrom('tools/list', 'initialize', 'ping', 'x') }, oddity),
    params: fc.oneof(
      fc.record({ _meta: fc.oneof({ weight: 4, arbitrary: meta }, oddity) }, { requiredKeys: [] }),
      oddity,
    ),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);
const bodyWithMore = fc.oneof(
  { weight: 8, arbitrary: body },
  {
    weight: 1,
    arbitrary: fc
      .tuple(body, fc.constantFrom('result', 'error', 'extra'), oddity)
      .map(([value, key, part]) => ({ ...value, [key]: part })),
  },
);
const header = fc.constantFrom(undefined, '2026-07-28', '2025-11-25');

describe('recognising a message', () => {
  test('what is recognised is what the SDK says it is', () => {
    let recognised = 0;
    fc.assert(
      fc.property(
        bodyWithMore,
        header,
        fc.constantFrom(undefined, 'tools/list'),
        (value, protocolVersion, methodHeader) => {
          const ours = recogniseMessage(value, protocolVersion, methodHeader);
          if (ours === undefined) return;
          recognised += 1;
          const theirs = classifyInboundRequest({
            httpMethod: 'POST',
            body: value,
            ...(protocolVersion === undefined ? {} : { protocolVersionHeader: protocolVersion }),
            ...(methodHeader === undefined ? {} : { mcpMethodHeader: methodHeader }),
          });
          const kind = theirs.kind === 'modern' ? theirs.messageKind : theirs.kind === 'legacy' && theirs.reason;
          if (ours.kind === 'notification') {
            expect({ kind, value }).toEqual({ kind: 'notification', value });
            return;
          }
          expect({ era: theirs.kind, value }).toEqual({ era: ours.era, value });
          expect(['request', 'no-claim', 'initialize']).toContain(kind);
        },
      ),
      { numRuns: 20_000 },
    );
    // The property says something only when it meets requests that are recognised.
    expect(recognised).toBeGreaterThan(500);
  });

  test('ordinary requests of both eras are recognised', () => {
    const envelope = { [version]: '2026-07-28', [capabilities]: {}, [clientInfo]: { name: 'a', version: '1' } };

    expect(recogniseMessage({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, '2025-11-25', undefined)).toMatchObject({
      era: 'legacy',
    });
    expect(
      recogniseMessage(
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: envelope } },
        '2026-07-28',
        'tools/call',
      ),
    ).toMatchObject({ era: 'modern' });
    expect(
      recogniseMessage(
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: { progressToken: 4 } } },
        undefined,
        undefined,
      ),
    ).toMatchObject({ era: 'legacy' });
  });
});
