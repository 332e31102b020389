import { createTraceState, isSpanContextValid, type SpanContext } from '@opentelemetry/api';
import type { IncomingTrace } from './telemetry.ts';

/** More than any vendor writes; the specification lets us drop what is longer. */
const maxTraceStateLength = 512;

/** W3C Trace Context, any version that starts like the first one. Other than lower-case digits it is invalid. */
const pattern = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** The trace a caller says it is in; `undefined` when it says nothing, or nothing valid. */
export function parseTraceParent({ traceparent, tracestate }: IncomingTrace): SpanContext | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > 128) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = pattern.exec(traceparent) ?? [];
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  if (!isSpanContextValid(context)) return undefined;
  const hasState = typeof tracestate === 'string' && tracestate !== '' && tracestate.length <= maxTraceStateLength;
  return hasState ? { ...context, traceState: createTraceState(tracestate) } : context;
}
