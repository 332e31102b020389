import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTraceParent } from './trace-parent.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

test.each([
  [`00-${traceId}-${spanId}-01`, 1],
  [`00-${traceId}-${spanId}-00`, 0],
  // A later version may say more behind what the first one says.
  [`01-${traceId}-${spanId}-03-more`, 1],
])('%s is read', (traceparent, traceFlags) => {
  expect(parseTraceParent({ traceparent, tracestate: undefined })).toMatchObject({ traceId, spanId, traceFlags });
});

test.each([
  undefined,
  7,
  '',
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-${spanId}`,
  ` 00-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01${'-'.repeat(200)}`,
])('%s is no trace', (traceparent) => {
  expect(parseTraceParent({ traceparent, tracestate: 'a=b' })).toBeUndefined();
});

test('no text makes it throw or say something that is not hexadecimal', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (traceparent, tracestate) => {
      const context = parseTraceParent({ traceparent, tracestate });
      if (context !== undefined) expect(context.traceId + context.spanId).toMatch(/^[\da-f]{48}$/);
      expect(() => parseTraceParent({ traceparent: `00-${traceId}-${spanId}-01`, tracestate })).not.toThrow();
    }),
  );
});
