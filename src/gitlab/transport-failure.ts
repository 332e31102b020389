import { AppError, type ErrorCode } from '../errors/app-error.ts';
import type { Timeouts } from './dispatcher.ts';

/** Why a request got no answer, in the words a client may read. */
export interface TransportFailure {
  readonly code: ErrorCode;
  /** A clause about the host: `refused the connection`. */
  readonly what: string;
  /** Whether another attempt may do better at once. */
  readonly isTransient: boolean;
}

/** Names the failure of one attempt by the codes of Node and undici. An `AppError` is already named: it passes as it is. */
export function classifyFailure(error: Error, timeouts: Timeouts): TransportFailure | AppError {
  if (error instanceof AppError) return error;
  const code = errorCode(error);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return timeout(`could not be connected to within ${seconds(timeouts.connectMs)}`, true);
    case 'UND_ERR_HEADERS_TIMEOUT':
      return timeout(`took the request and sent no answer within ${seconds(timeouts.headersMs)}`, false);
    case 'UND_ERR_BODY_TIMEOUT':
      return timeout(`began its answer and then sent nothing for ${seconds(timeouts.bodyIdleMs)}`, false);
    case 'ECONNREFUSED':
      return unreachable('refused the connection', true);
    case 'ENOTFOUND':
      return unreachable('is not a name that DNS knows', false);
    case 'EAI_AGAIN':
      return unreachable('could not be looked up: DNS did not answer', true);
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return unreachable('cannot be reached: there is no route to it', true);
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return unreachable('closed the connection before its answer was complete', true);
    case 'UND_ERR_ABORTED':
    case 'UND_ERR_PRX_CONN':
    case 'UND_ERR_PRX_TLS':
      return unreachable('could not be reached through the configured proxy', false);
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return unreachable('was not asked: this server is stopping', false);
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
      return {
        code: 'input.invalid',
        what: 'did not get the whole file: its size changed while it was sent',
        isTransient: false,
      };
    case 'UND_ERR_INVALID_ARG':
      return error.message.includes('(407)')
        ? unreachable('could not be reached: the configured proxy asks for a password', false)
        : { code: 'input.invalid', what: 'cannot be sent a request with such characters', isTransient: false };
    default:
      if (isTlsCode(code)) return unreachable(`could not be trusted: TLS failed (${code})`, false);
      // The parser's errors have a code only now and then.
      return error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW'
        ? { code: 'gitlab.answer', what: 'answered with something that is not HTTP', isTransient: false }
        : unreachable(`could not be reached${code === '' ? '' : ` (${code})`}`, false);
  }
}

function timeout(what: string, isTransient: boolean): TransportFailure {
  return { code: 'gitlab.timeout', what, isTransient };
}

function unreachable(what: string, isTransient: boolean): TransportFailure {
  return { code: 'gitlab.unreachable', what, isTransient };
}

/** The code of Node or undici, or an empty text. Trying several addresses of a host ends in one error that holds the others. */
export function errorCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? errorCode(first) : '';
}

/** Whether the code says that a certificate or a handshake was at fault. */
export function isTlsCode(code: string): boolean {
  return /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(
    code,
  );
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
