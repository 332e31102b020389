/** What the reader of an error can do about it. */
export type Remedy = 'fix-request' | 'fix-credential' | 'wait' | 'ask-user' | 'operator' | 'report';

interface ErrorKind {
  /** HTTP status when the error ends a request at the gate. */
  readonly http: number;
  /** JSON-RPC code when the error ends a method. Own codes are the HTTP status times -100 (REJ-19). */
  readonly rpc: number;
  readonly remedy: Remedy;
}

/** Every failure the program can report. The error reference page is generated from this table. */
export const errorKinds = {
  'config.invalid': { http: 500, rpc: -32603, remedy: 'operator' },

  'request.malformed': { http: 400, rpc: -32700, remedy: 'fix-request' },
  'request.invalid': { http: 400, rpc: -32600, remedy: 'fix-request' },
  'request.method': { http: 404, rpc: -32601, remedy: 'fix-request' },
  'request.params': { http: 400, rpc: -32602, remedy: 'fix-request' },
  'request.too-large': { http: 413, rpc: -32600, remedy: 'fix-request' },
  'request.media-type': { http: 415, rpc: -32600, remedy: 'fix-request' },
  'request.http-method': { http: 405, rpc: -32600, remedy: 'fix-request' },
  'request.header': { http: 400, rpc: -32020, remedy: 'fix-request' },
  'request.revision': { http: 400, rpc: -32022, remedy: 'fix-request' },
  'request.session': { http: 404, rpc: -32600, remedy: 'fix-request' },
  'request.instance': { http: 400, rpc: -32600, remedy: 'fix-request' },

  'auth.missing': { http: 401, rpc: -40100, remedy: 'fix-credential' },
  'auth.rejected': { http: 401, rpc: -40100, remedy: 'fix-credential' },
  'auth.forbidden': { http: 403, rpc: -40300, remedy: 'fix-credential' },
  'auth.throttled': { http: 429, rpc: -42900, remedy: 'wait' },
  'auth.unavailable': { http: 503, rpc: -50300, remedy: 'wait' },

  'limit.rate': { http: 429, rpc: -42900, remedy: 'wait' },
  'limit.busy': { http: 503, rpc: -50300, remedy: 'wait' },

  'input.invalid': { http: 400, rpc: -32602, remedy: 'fix-request' },
  'action.unknown': { http: 404, rpc: -32602, remedy: 'fix-request' },
  'action.withheld': { http: 403, rpc: -32602, remedy: 'operator' },
  'action.unconfirmed': { http: 400, rpc: -32602, remedy: 'ask-user' },
  'action.declined': { http: 400, rpc: -32602, remedy: 'ask-user' },
  'action.unanswered': { http: 408, rpc: -32603, remedy: 'ask-user' },
  'action.preview': { http: 403, rpc: -32602, remedy: 'operator' },
  'action.cancelled': { http: 499, rpc: -32603, remedy: 'wait' },
  'action.timeout': { http: 504, rpc: -32603, remedy: 'wait' },

  'resource.unknown': { http: 404, rpc: -32602, remedy: 'fix-request' },

  'gitlab.refused': { http: 502, rpc: -32603, remedy: 'fix-request' },
  'gitlab.unreachable': { http: 502, rpc: -32603, remedy: 'wait' },
  'gitlab.timeout': { http: 504, rpc: -32603, remedy: 'wait' },
  'gitlab.destination': { http: 403, rpc: -32603, remedy: 'operator' },
  'gitlab.answer': { http: 502, rpc: -32603, remedy: 'operator' },
  'gitlab.unknown-outcome': { http: 502, rpc: -32603, remedy: 'ask-user' },

  internal: { http: 500, rpc: -32603, remedy: 'report' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

export interface AppErrorOptions extends ErrorOptions {
  /** For the operator's log only. May name hosts and addresses; never a credential. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** How long the caller should wait before it tries again. */
  readonly retryAfterMs?: number;
}

/** A failure with a code. `message` is shown to the client as it is: it names what the client can fix, and nothing of ours. */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly code: ErrorCode;
  readonly detail: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.retryAfterMs = options.retryAfterMs;
  }
}
