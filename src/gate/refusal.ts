import type { OutgoingHttpHeaders } from 'node:http';
import type { ErrorCode } from '../errors/app-error.ts';

/** A request the gate or a limit turned away, as a JSON-RPC error over HTTP (REJ-01 to REJ-19). */
export interface HttpRefusal {
  /** What it is counted as; the client is not told. */
  readonly reason: ErrorCode;
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly headers?: OutgoingHttpHeaders;
  /** The connection is closed after the answer. */
  readonly close?: boolean;
}
