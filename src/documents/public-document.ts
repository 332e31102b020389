import { createHash } from 'node:crypto';
import { type Document, type DocumentAnswer, type DocumentRequest, methodNotAllowed } from './document.ts';

/** What goes on the wire: the same until the process ends, and in every process that is configured alike (CARD-03). */
interface Content {
  readonly bytes: Buffer;
  readonly tag: string;
}

/**
 * A page of any site may read these (trap T-55): they hold nothing that is not public, and clients in browsers find us by
 * them. Never the origin of the page, so that a shared cache can keep one copy for all.
 */
const readable = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag' } as const;

const allowedMethods = 'GET, HEAD, OPTIONS';

/** OAuth clients name their protocol revision while they look for metadata; the tag is for those who ask again. */
const preflight = {
  ...readable,
  Allow: allowedMethods,
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match, Mcp-Protocol-Version',
  'Access-Control-Max-Age': '86400',
} as const;

/** A public document that does not change while the process runs. It is built when somebody first asks for it. */
export class PublicDocument implements Document {
  readonly #mediaType: string;
  readonly #build: () => object | Promise<object>;
  #content: Promise<Content> | undefined;

  constructor(mediaType: string, build: () => object | Promise<object>) {
    this.#mediaType = mediaType;
    this.#build = build;
  }

  async answer({ method, ifNoneMatch }: DocumentRequest): Promise<DocumentAnswer> {
    if (method === 'OPTIONS') return { status: 204, headers: preflight };
    if (method !== 'GET' && method !== 'HEAD') {
      const { headers, ...refusal } = methodNotAllowed(allowedMethods);
      return { ...refusal, headers: { ...headers, ...readable } };
    }
    const { bytes, tag } = await this.#read();
    const headers = { ...readable, 'Cache-Control': 'public, max-age=3600', ETag: tag };
    if (namesTag(ifNoneMatch, tag)) return { status: 304, headers };
    return { status: 200, headers: { ...headers, 'Content-Type': this.#mediaType }, body: bytes };
  }

  /** Whoever comes while it is built waits for that. What failed is forgotten, so that the next one tries again. */
  async #read(): Promise<Content> {
    this.#content ??= this.#serialise().catch((error: unknown) => {
      this.#content = undefined;
      throw error;
    });
    return this.#content;
  }

  async #serialise(): Promise<Content> {
    const bytes = Buffer.from(JSON.stringify(await this.#build()));
    // Of the bytes and of nothing else, so that a client may ask another replica whether its copy still holds.
    return { bytes, tag: `"${createHash('sha256').update(bytes).digest('hex')}"` };
  }
}

/** Whether `If-None-Match` holds the tag. Compared weakly, for a cache may have marked it so (RFC 9110 section 13.1.2). */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([each]) => each === tag);
}
