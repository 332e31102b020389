/** What a document has to know of a request. */
export interface DocumentRequest {
  readonly method: string;
  /** The header `If-None-Match`, several joined by commas. */
  readonly ifNoneMatch: string | undefined;
}

export interface DocumentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** None for an answer that has no body. */
  readonly body?: string | Buffer;
}

/** Something that is served besides MCP, without a credential. */
export interface Document {
  answer(request: DocumentRequest): DocumentAnswer | Promise<DocumentAnswer>;
}

/** For a method that a document does not know. */
export function methodNotAllowed(allowed: string): DocumentAnswer {
  return {
    status: 405,
    headers: { Allow: allowed },
    body: JSON.stringify({ error: 'this document is read with GET' }),
  };
}
