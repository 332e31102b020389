/** What the reader of an error can do about it. */
export type Remedy = 'fix-request' | 'fix-credential' | 'wait' | 'ask-user' | 'operator' | 'report';

interface ErrorKind {
  /** HTTP status when the error ends a request at the gate. */
  readonly http: number;
  /** JSON-RPC code when the error ends a method. Own codes are the HTTP status times -100 (REJ-19). */
  readonly rpc: number;
  readonly remedy: Remedy;
  /** What happened, in one or two sentences for an operator. Markdown code marks names. */
  readonly cause: string;
}

/** Every failure the program can report. The error reference page is generated from this table. */
export const errorKinds = {
  'config.invalid': {
    http: 500,
    rpc: -32603,
    remedy: 'operator',
    cause: 'A setting cannot be used, or a file or an address it names cannot be had. The program does not start.',
  },

  'request.host': {
    http: 403,
    rpc: -40300,
    remedy: 'operator',
    cause: 'The `Host` header names a host that was not declared for this server, or there is more than one.',
  },
  'request.origin': {
    http: 403,
    rpc: -40300,
    remedy: 'operator',
    cause: 'A web page of an origin that is not trusted sent the request.',
  },
  'request.http': {
    http: 400,
    rpc: -32600,
    remedy: 'fix-request',
    cause: 'What came is not HTTP as this server accepts it: broken framing, or a head that is too large.',
  },
  'request.malformed': {
    http: 400,
    rpc: -32700,
    remedy: 'fix-request',
    cause: 'The body is not JSON.',
  },
  'request.invalid': {
    http: 400,
    rpc: -32600,
    remedy: 'fix-request',
    cause: 'The message is not JSON-RPC 2.0 as MCP uses it.',
  },
  'request.method': {
    http: 404,
    rpc: -32601,
    remedy: 'fix-request',
    cause: 'There is no such method, or not in the protocol revision that was asked for.',
  },
  'request.params': {
    http: 400,
    rpc: -32602,
    remedy: 'fix-request',
    cause: 'The parameters of the method are missing or of the wrong form.',
  },
  'request.stalled': {
    http: 408,
    rpc: -32600,
    remedy: 'fix-request',
    cause: 'The body stopped arriving before its end.',
  },
  'request.too-large': {
    http: 413,
    rpc: -32600,
    remedy: 'fix-request',
    cause: 'The body is larger than `--max-request-body-bytes`.',
  },
  'request.media-type': {
    http: 415,
    rpc: -32600,
    remedy: 'fix-request',
    cause: 'The body is not declared as `application/json`.',
  },
  'request.http-method': {
    http: 405,
    rpc: -32600,
    remedy: 'fix-request',
    cause: 'The MCP endpoint does not take this HTTP method.',
  },
  'request.header': {
    http: 400,
    rpc: -32020,
    remedy: 'fix-request',
    cause: 'A header that repeats a part of the message says something else than the message.',
  },
  'request.revision': {
    http: 400,
    rpc: -32022,
    remedy: 'fix-request',
    cause: 'The protocol revision is not served here.',
  },
  'request.session': {
    http: 404,
    rpc: -32600,
    remedy: 'fix-request',
    cause: 'The session does not exist, has ended, or belongs to another credential; or there is none yet.',
  },
  'request.instance': {
    http: 400,
    rpc: -32600,
    remedy: 'fix-request',
    cause: '`GITLAB-URL` is missing, repeated, or names an instance that this server does not serve.',
  },

  'auth.missing': {
    http: 401,
    rpc: -40100,
    remedy: 'fix-credential',
    cause: 'The request carries no credential, or one that no header can carry.',
  },
  'auth.rejected': {
    http: 401,
    rpc: -40100,
    remedy: 'fix-credential',
    cause:
      'GitLab does not know the token, or it expired, was revoked, or belongs to an application that is not admitted.',
  },
  'auth.forbidden': {
    http: 403,
    rpc: -40300,
    remedy: 'fix-credential',
    cause: 'GitLab knows the token, and it may do less than this server needs at least.',
  },
  'auth.throttled': {
    http: 429,
    rpc: -42900,
    remedy: 'wait',
    cause: 'Too many credentials from this address failed, so it has to wait.',
  },
  'auth.unavailable': {
    http: 503,
    rpc: -50300,
    remedy: 'wait',
    cause: 'GitLab could not be asked about the token in time. Nothing is known against it.',
  },

  'limit.rate': {
    http: 429,
    rpc: -42900,
    remedy: 'wait',
    cause: 'A credential made more requests than it may in this time, or all together listed too many tools.',
  },
  'limit.busy': {
    http: 503,
    rpc: -50300,
    remedy: 'wait',
    cause: 'As many calls, sessions, streams or watchers are open as this process has room for, or it is stopping.',
  },
  'limit.connections': {
    http: 503,
    rpc: -50300,
    remedy: 'wait',
    cause: 'As many connections are open as this process has descriptors for.',
  },

  'input.invalid': {
    http: 400,
    rpc: -32602,
    remedy: 'fix-request',
    cause: 'The arguments of a tool do not fit the action. The text names the parameter and what is valid.',
  },
  'action.unknown': {
    http: 404,
    rpc: -32602,
    remedy: 'fix-request',
    cause: 'There is no such action. The text names the nearest ones.',
  },
  'action.withheld': {
    http: 403,
    rpc: -32602,
    remedy: 'operator',
    cause:
      'The action exists and is not offered here: read-only mode, an exclusion, the tier, or what the token may do.',
  },
  'action.unconfirmed': {
    http: 400,
    rpc: -32602,
    remedy: 'ask-user',
    cause: 'The action destroys something, and nobody has said yes to it.',
  },
  'action.declined': {
    http: 400,
    rpc: -32602,
    remedy: 'ask-user',
    cause: 'The user was asked and said no.',
  },
  'action.unanswered': {
    http: 408,
    rpc: -32603,
    remedy: 'ask-user',
    cause: 'The user was asked and gave no answer that fits, or none in time.',
  },
  'action.cancelled': {
    http: 499,
    rpc: -32603,
    remedy: 'wait',
    cause: 'The client cancelled the call or left.',
  },
  'action.timeout': {
    http: 504,
    rpc: -32603,
    remedy: 'wait',
    cause: 'The call took longer than `--action-timeout`.',
  },

  'resource.unknown': {
    http: 404,
    rpc: -32602,
    remedy: 'fix-request',
    cause: 'There is no such resource, or the token may not see it.',
  },

  'gitlab.refused': {
    http: 502,
    rpc: -32603,
    remedy: 'fix-request',
    cause: 'GitLab said no. The text carries its status and what it says.',
  },
  'gitlab.unreachable': {
    http: 502,
    rpc: -32603,
    remedy: 'wait',
    cause: 'No connection to GitLab, or it answered 502, 503 or 504, or TLS failed.',
  },
  'gitlab.timeout': {
    http: 504,
    rpc: -32603,
    remedy: 'wait',
    cause: 'GitLab did not answer in time.',
  },
  'gitlab.destination': {
    http: 403,
    rpc: -32603,
    remedy: 'operator',
    cause: 'The address of the instance is private, or one that is never contacted.',
  },
  'gitlab.answer': {
    http: 502,
    rpc: -32603,
    remedy: 'operator',
    cause: 'Something else than GitLab answered, such as a proxy or a login page, or the answer cannot be read.',
  },
  'gitlab.unknown-outcome': {
    http: 502,
    rpc: -32603,
    remedy: 'ask-user',
    cause: 'A change was sent and its answer was lost, so it may have been made or not.',
  },

  internal: {
    http: 500,
    rpc: -32603,
    remedy: 'report',
    cause: 'A mistake in this program. The log has it at ERROR.',
  },
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
