import type { JSONRPCResponse } from '@modelcontextprotocol/server';
import type { Entry } from '../credentials/entry.ts';
import { AppError, type ErrorCode } from '../errors/app-error.ts';
import {
  type McpOutcome,
  type McpRecord,
  type RefusalReason,
  refusalReasons,
  type Telemetry,
} from '../telemetry/telemetry.ts';
import type { CallAdmission } from './call-limits.ts';
import type { InboundRequest } from './inbound.ts';
import { isRecord } from '../gitlab/json.ts';
import type { MemoryAnswer } from './memory-methods.ts';
import type { Shape } from './shape.ts';

/** Begins the record of a request; `undefined` when telemetry is off. Whoever begins it ends it. */
export function startRecord(
  telemetry: Telemetry | undefined,
  { message, revision }: InboundRequest,
  sessionId?: string,
): McpRecord | undefined {
  if (telemetry === undefined) return undefined;
  const { method, params } = message;
  const meta = params?.['_meta'];
  const trace = isRecord(meta) ? meta : {};
  return telemetry.startMcpRequest({
    method,
    protocolVersion: revision,
    sessionId,
    tool: method === 'tools/call' ? textOf(params?.['name']) : undefined,
    prompt: method === 'prompts/get' ? textOf(params?.['name']) : undefined,
    resourceUri: method.startsWith('resources/') ? textOf(params?.['uri']) : undefined,
    trace: { traceparent: trace['traceparent'], tracestate: trace['tracestate'] },
  });
}

/** Says whose request it is, and whether what it names is served. */
export function describeCaller(record: McpRecord, { message }: InboundRequest, entry: Entry, shape: Shape): void {
  const { user } = entry.facts;
  record.calledBy(
    user === undefined ? undefined : { instance: entry.instance.webBase, userId: user.id, username: user.username },
  );
  if (shape.names(message)) record.recognised();
}

/** Runs work under a record, if there is one. */
export function underRecord<T>(record: McpRecord | undefined, work: () => T): T {
  return record === undefined ? work() : record.run(work);
}

/** Ends the record of a request that no handler saw. */
export function endEarly(record: McpRecord | undefined, answer: MemoryAnswer | CallAdmission): void {
  if (record === undefined) return;
  if ('isRateLimited' in answer && answer.isRateLimited) record.refused('rate_limited');
  if (answer.kind === 'result' && isToolError(answer.result)) record.end({ kind: 'tool-error' });
  else if (answer.kind === 'error' || answer.kind === 'http') record.end({ kind: 'error', code: answer.error.code });
  else record.end({ kind: 'answered' });
}

export function outcomeOf(response: JSONRPCResponse): McpOutcome {
  if ('error' in response) return { kind: 'error', code: response.error.code };
  return isToolError(response.result) ? { kind: 'tool-error' } : { kind: 'answered' };
}

/** Which of the reasons for declining a call an error is; most errors are failures and none of them. */
export function refusalOf(error: unknown): RefusalReason | undefined {
  if (!(error instanceof AppError)) return undefined;
  const told = error.detail?.['refusal_reason'];
  return refusalReasons.find((reason) => reason === told) ?? reasons[error.code];
}

const reasons: Readonly<Partial<Record<ErrorCode, RefusalReason>>> = {
  'action.unconfirmed': 'needs_confirmation',
  'input.invalid': 'invalid_params',
  'request.params': 'invalid_params',
  'action.unknown': 'unknown_action',
  'action.withheld': 'unknown_action',
};

function isToolError(result: object): boolean {
  return 'isError' in result && result.isError === true;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
