/**
 * What the program tells of its work while telemetry is on. Every part takes `Telemetry | undefined`: when telemetry is off
 * there is none, and asking costs one comparison. Nothing here knows OpenTelemetry; what does is loaded by
 * `start-telemetry.ts`, and only then.
 */

export const signals = ['traces', 'metrics', 'logs'] as const;
export type Signal = (typeof signals)[number];

/** Why a call was declined: a closed set. */
export const refusalReasons = [
  'safe_mode',
  'needs_confirmation',
  'invalid_params',
  'unknown_action',
  'rate_limited',
  'fine_grained',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export const evictionReasons = [
  'size_pressure',
  'size_pressure_busy',
  'idle',
  'stale_credential',
  'rejected_credential',
  'invalid_credential',
  'below_minimum',
  'rebuild',
] as const;
export type EvictionReason = (typeof evictionReasons)[number];

export const authBudgets = ['failures', 'distinct-credentials'] as const;
export type AuthBudget = (typeof authBudgets)[number];

/** W3C trace context as the caller wrote it: not checked yet. */
export interface IncomingTrace {
  readonly traceparent: unknown;
  readonly tracestate: unknown;
}

/** Whom GitLab says the caller is. What of it is recorded is the operator's choice. */
export interface CallerIdentity {
  readonly instance: string;
  readonly userId: number;
  readonly username: string;
}

/** An HTTP request to the MCP endpoint. */
export interface HttpRequestFacts {
  readonly method: string;
  /** The path of ours that it reached. */
  readonly route: string;
  readonly scheme: 'http' | 'https';
  readonly trace: IncomingTrace;
}

/** One MCP request. Names are as the client wrote them. */
export interface McpRequestFacts {
  readonly method: string;
  readonly protocolVersion: string;
  readonly sessionId: string | undefined;
  readonly tool: string | undefined;
  readonly prompt: string | undefined;
  readonly resourceUri: string | undefined;
  /** What `_meta` carries. */
  readonly trace: IncomingTrace;
}

export type McpOutcome =
  | { readonly kind: 'answered' }
  /** A tool result with `isError`. */
  | { readonly kind: 'tool-error' }
  | { readonly kind: 'error'; readonly code: number }
  | { readonly kind: 'cancelled' };

/** Work in progress. `end` counts once; whatever comes after it is ignored. */
export interface HttpRecord {
  /** Runs work whose spans and log lines belong to this one. */
  run<T>(work: () => T): T;
  /** `undefined`: the client left before there was an answer. */
  end(status: number | undefined): void;
}

export interface McpRecord {
  run<T>(work: () => T): T;
  calledBy(caller: CallerIdentity | undefined): void;
  /** The tool or prompt that was named is one of ours. */
  recognised(): void;
  resolved(action: { readonly id: string; readonly domain: string }): void;
  refused(reason: RefusalReason): void;
  /** The client's user was asked something and this is how long the answer took. */
  waitedForClient(method: string, waitedMs: number): void;
  end(outcome: McpOutcome): void;
}

/** What came of one attempt to reach GitLab. */
export type GitLabOutcome = number | 'unreachable' | 'cancelled';

/** One request to GitLab as it goes out. No path, no query, no header. */
export interface GitLabRequestFacts {
  readonly method: string;
  readonly origin: string;
  /** The route as GitLab declares it, below `/api/v4`; `undefined` where it is not known. */
  readonly route: string | undefined;
}

/** Told of every attempt and every hop; the result is called once with what came of it. */
export interface GitLabObserver {
  started(request: GitLabRequestFacts): (outcome: GitLabOutcome) => void;
}

/** A log line as it is written, scrubbed. */
export interface LoggedRecord {
  readonly time: number;
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface PoolSize {
  readonly entries: number;
  readonly capacity: number;
}

/** What is exported, when anything is. */
export interface ExportFacts {
  readonly signals: readonly Signal[];
  /** The protocol of the exporters, such as `http/protobuf`. */
  readonly protocol: string;
}

export interface Telemetry extends GitLabObserver {
  readonly facts: ExportFacts;
  startHttpRequest(request: HttpRequestFacts): HttpRecord;
  startMcpRequest(request: McpRequestFacts): McpRecord;
  /** A session, or the connection of stdio, ended. */
  sessionEnded(session: { readonly protocolVersion: string; readonly lifeMs: number }): void;
  /** Asked whenever metrics are collected. */
  watchPool(size: () => PoolSize): void;
  evicted(reason: EvictionReason): void;
  /** A request was turned away by an authentication budget. */
  blocked(budget: AuthBudget): void;
  exportLog(record: LoggedRecord): void;
  /** Sends what is left, for a few seconds at most. False when it could not: something may still be open. */
  close(): Promise<boolean>;
}
