import { isRecord } from './json.ts';

/** What GitLab says of one thing that went wrong. Only the message is always there. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Where in the document, counted from 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GraphqlResponse {
  readonly data: unknown;
  readonly errors?: readonly GraphqlError[];
}

/**
 * Reads the body of a GraphQL answer; `undefined` when it is none. Errors of a form nobody knows are errors all the same,
 * and what of them has another type than GraphQL gives it is left out (trap T-21).
 */
export function readGraphqlResponse(body: unknown): GraphqlResponse | undefined {
  if (!isRecord(body) || !('data' in body || 'errors' in body)) return undefined;
  const { data, errors } = body;
  if (errors === undefined || errors === null) return { data };
  return { data, errors: (Array.isArray(errors) ? errors : [errors]).map(readError) };
}

function readError(given: unknown): GraphqlError {
  if (!isRecord(given)) return { message: typeof given === 'string' ? given : noReason };
  const { message, path, locations, extensions } = given;
  return {
    message: typeof message === 'string' ? message : noReason,
    ...(Array.isArray(path) ? { path: path.filter(isKey) } : {}),
    ...(Array.isArray(locations) ? { locations: locations.filter(isLocation) } : {}),
    ...(isRecord(extensions) ? { extensions } : {}),
  };
}

const noReason = 'no reason given';

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isLocation(value: unknown): value is { readonly line: number; readonly column: number } {
  return isRecord(value) && Number.isSafeInteger(value['line']) && Number.isSafeInteger(value['column']);
}
