import { AppError } from '../errors/app-error.ts';

/** Nothing is to be read under a URI: it names no resource, or none that this caller sees. */
export class ResourceNotFound extends AppError {
  /** As the client wrote it. */
  readonly uri: string;

  constructor(uri: string, reason: string, options: ErrorOptions = {}) {
    super('resource.unknown', `${quoted(uri)} ${reason}`, options);
    this.uri = uri;
  }
}

/** The URI in a sentence, short enough for one. */
export function quoted(uri: string): string {
  return JSON.stringify(uri.length > 200 ? `${uri.slice(0, 200)}…` : uri);
}
