import type { Location } from './document.ts';

/** An entry of the top-level `errors`. */
export interface ErrorEntry {
  readonly message: string;
  readonly locations?: readonly Location[];
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A document that cannot be run at all: no data, only errors. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly entries: readonly ErrorEntry[];

  constructor(entries: readonly ErrorEntry[]) {
    super(entries[0]?.message ?? 'invalid document');
    this.entries = entries;
  }
}

/** A field that fails while the rest of the document goes on; the field becomes null. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly extensions: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, extensions?: Readonly<Record<string, unknown>>) {
    super(message);
    this.extensions = extensions;
  }
}

/** What GitLab says when an object is missing or must not be touched; it does not tell which. */
export function notAvailable(): FieldError {
  return new FieldError(
    "The resource that you are attempting to access does not exist or you don't have permission to perform this action",
  );
}
