import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { AppError } from '../errors/app-error.ts';
import { buildGitLabError, encodedSlashes, readBadAnswer } from './answer-error.ts';
import { isJsonType } from './answer-text.ts';
import type { Refusal } from './classify-refusal.ts';
import { type Delivered, type DeliverySettings, type DeliveryStart, deliver } from './delivery.ts';
import type { GitLabDispatcher } from './dispatcher.ts';
import { type Answer, type CollectedAnswer, exchange, type Sender } from './exchange.ts';
import type { CredentialVerdict, GitLabError, GitLabErrorFacts } from './gitlab-error.ts';
import { buildGraphqlForm, type GraphqlUpload } from './graphql-form.ts';
import { type GraphqlResponse, readGraphqlResponse } from './graphql-response.ts';
import type { Instance } from './instance.ts';
import type { MultipartBody } from './multipart.ts';
import { NumericIds, numericPath, type PathAddress, parsePathAddress } from './numeric-ids.ts';
import { type PageInfo, parsePage } from './page.ts';
import { readBody, tooLargeError, undescribed } from './read-answer.ts';
import { resolvePath } from './resolve-path.ts';
import type { ResponseHeaders } from './response-headers.ts';
import { type ByteRange, type GitLabStream, limitBody, openStream, parseContentRange, rangeHeader } from './stream.ts';
import { type ApiRequest, baseHeaders, buildWireRequest } from './wire-request.ts';

export type { GraphqlResponse } from './graphql-response.ts';
export type { PageInfo } from './page.ts';

export interface RestRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Encoded path below /api/v4, starting with a slash. */
  readonly path: string;
  /** The path stands below the installation itself, where OAuth is. */
  readonly isOutsideApi?: boolean | undefined;
  /** Encoded query without `?`, or `''`. */
  readonly query?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly form?: MultipartBody | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What the body of the answer becomes; `json` when absent. */
  readonly accept?: 'json' | 'text' | 'bytes' | undefined;
  /** Upper bound for the body kept in memory. */
  readonly maxBytes?: number | undefined;
  /** The route as GitLab declares it (`/projects/:id/issues`), for spans. */
  readonly route?: string | undefined;
  /** The read that tells whether this write happened, such as an action's name; derived from the path when absent. */
  readonly readBack?: string | undefined;
}

export interface GitLabResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Parsed JSON (see `json.ts` about large numbers), text or a Buffer, as asked for; `undefined` when it was empty. */
  readonly body: unknown;
  readonly page?: PageInfo;
  /** Something the caller should pass on: a write whose answer could not be read (T-22), a proxy to repair (T-12). */
  readonly warning?: string;
}

/** A download: always a GET. */
export interface StreamRequest {
  readonly path: string;
  readonly query?: string | undefined;
  readonly range?: ByteRange | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body ends with an error when it turns out longer. */
  readonly maxBytes: number;
  readonly route?: string | undefined;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** For asking about the credential itself: one attempt, and no hook is called (VER-01). */
  readonly isProbe?: boolean | undefined;
  /** One attempt and otherwise like any call: whoever asks again and again has its next one (SUB-09). */
  readonly isPoll?: boolean | undefined;
}

export interface GraphqlOptions extends SendOptions {
  readonly operationName?: string | undefined;
  /**
   * The document holds queries only, so that it may be sent again when its answer is lost. When absent, a document without
   * an operation name that starts with a query counts as one.
   */
  readonly isRead?: boolean | undefined;
  readonly maxBytes?: number | undefined;
  /** A file that one of the variables stands for. */
  readonly upload?: GraphqlUpload | undefined;
}

export interface ClientHooks {
  /**
   * GitLab answered 401 and the refusal is `dead` or `unclear`. The credential pool reacts here (R401); its verdict, when
   * it gives one, makes the error say which of the two it was (T-61). Must not reject and must be bounded in time.
   */
  onUnauthorized?(refusal: Refusal): Promise<CredentialVerdict> | CredentialVerdict | undefined;
}

/** What all clients of a process share. */
export interface ClientSettings extends DeliverySettings {
  readonly userAgent: string;
  /** Bound for a body kept in memory when the request names none. */
  readonly maxBytes: number;
}

export const defaultClientSettings: ClientSettings = {
  userAgent: 'gitlab-mcp-server',
  maxBytes: 32 * 1024 * 1024,
  random: Math.random,
  now: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};

interface ClientCredential {
  /** How it is sent: `PRIVATE-TOKEN`, or `Authorization: Bearer`. */
  readonly kind: 'private-token' | 'bearer';
  readonly secret: string;
}

export interface ClientOptions {
  readonly instance: Instance;
  readonly credential: ClientCredential;
  readonly dispatcher: GitLabDispatcher;
  /** False for an instance that a caller named: its addresses are checked (OUT-03). */
  readonly isOperatorNamed?: boolean | undefined;
  readonly hooks?: ClientHooks | undefined;
  readonly settings?: ClientSettings | undefined;
}

/**
 * Talks to one instance with one credential. Small on purpose, because there is one per pooled credential: everything
 * heavy is shared. The secret is kept in private fields and appears in no error, no JSON and no inspection.
 */
export class GitLabClient {
  readonly instance: Instance;
  readonly #secret: string;
  readonly #dispatcher: GitLabDispatcher;
  readonly #settings: ClientSettings;
  readonly #hooks: ClientHooks | undefined;
  readonly #isOperatorNamed: boolean;
  /** Names and values in turn, as the wire wants them; the last pair is `accept`. */
  readonly #headers: readonly string[];
  #start: DeliveryStart | undefined;
  #ids: NumericIds | undefined;

  /** @throws AppError `auth.rejected` when the secret has characters no token can have (T-56). */
  constructor(options: ClientOptions) {
    const { kind, secret } = options.credential;
    if (!/^[\x21-\x7e]+$/.test(secret)) {
      throw new AppError('auth.rejected', 'the token has blanks, line breaks or letters that no GitLab token has');
    }
    this.instance = options.instance;
    this.#secret = secret;
    this.#dispatcher = options.dispatcher;
    this.#settings = options.settings ?? defaultClientSettings;
    this.#hooks = options.hooks;
    this.#isOperatorNamed = options.isOperatorNamed ?? true;
    this.#headers = baseHeaders(this.#settings.userAgent, kind, secret);
  }

  /**
   * Sends a REST request and reads the answer.
   *
   * @throws GitLabError when GitLab, or something in front of it, answers with an error or with no JSON where JSON was
   * asked for; AppError `gitlab.*` when there is no answer, `action.*` when the signal aborts.
   */
  async send(request: RestRequest, options: SendOptions): Promise<GitLabResponse> {
    const { delivered, warning } = await this.#deliverByNumber(exchange, request, options);
    const { answer, headers } = delivered;
    const { status } = answer;
    if (!isSuccess(status) && status !== 304) throw await this.#refuse(request, delivered, options);

    const read = readBody(delivered, request.accept ?? 'json');
    const facts = { status, headers, ...(warning === undefined ? {} : { warning }) };
    if (read.kind !== 'value') {
      if (!isRead(request)) return { ...facts, body: undefined, warning: undescribed(delivered, read.kind) };
      if (read.kind === 'too-large') throw tooLargeError(hostOf(delivered), this.#maxBytes(request));
      throw await this.#refuse(request, delivered, options);
    }
    if (read.value === undefined && isHollow(request, status)) throw await this.#refuse(request, delivered, options);
    // A HEAD of a list has the numbers without the list.
    const page = read.value === undefined || Array.isArray(read.value) ? parsePage(headers) : undefined;
    return page === undefined ? { ...facts, body: read.value } : { ...facts, body: read.value, page };
  }

  /**
   * Sends a GraphQL document. Errors inside a 200 are returned, not thrown: only the caller knows which part it needs.
   *
   * @throws as `send`; `gitlab.unknown-outcome` when the answer to a mutation cannot be read, because it alone would say
   * whether the mutation was refused.
   */
  async graphql(
    document: string,
    variables: Readonly<Record<string, unknown>>,
    options: GraphqlOptions,
  ): Promise<GraphqlResponse> {
    const { operationName, maxBytes, upload } = options;
    const isRead = options.isRead ?? (operationName === undefined && startsWithQuery(document));
    const body = { query: document, variables, ...(operationName === undefined ? {} : { operationName }) };
    const content = upload === undefined ? { body } : { form: buildGraphqlForm(body, upload) };
    const request: ApiRequest = { method: 'POST', path: '', ...content, isGraphql: true, maxBytes };
    const delivered = await this.#deliver(exchange, request, { ...options, isRead });
    const asked = { ...request, isRead };
    if (!isSuccess(delivered.answer.status)) throw await this.#refuse(asked, delivered, options);

    const read = readBody(delivered, 'json');
    const response = read.kind === 'value' ? readGraphqlResponse(read.value) : undefined;
    if (response !== undefined) return response;
    if (!isRead) {
      throw new AppError(
        'gitlab.unknown-outcome',
        `${hostOf(delivered)} answered the mutation with something unreadable, so its outcome is unknown: it was not repeated. Read the object before you try again`,
      );
    }
    if (read.kind === 'too-large') throw tooLargeError(hostOf(delivered), this.#maxBytes(request));
    throw await this.#refuse(asked, delivered, options);
  }

  /**
   * Opens a download. A range that GitLab ignores is seen by `part` being `undefined`.
   *
   * @throws as `send`, before the body; the body ends with an AppError of the same kinds.
   */
  async stream(request: StreamRequest, options: SendOptions): Promise<GitLabStream> {
    const { range, headers: own, ...rest } = request;
    const rangeHeaders = range === undefined ? {} : { range: rangeHeader(range) };
    const get: RestRequest = { ...rest, method: 'GET', accept: 'bytes', headers: { ...own, ...rangeHeaders } };
    const { delivered } = await this.#deliverByNumber(openStream, get, options);
    const { answer, headers } = delivered;
    const { stream } = answer;
    if (stream === undefined) throw await this.#refuse(get, delivered, options);

    const { timeouts } = this.#dispatcher;
    const limits = { host: hostOf(delivered), maxBytes: request.maxBytes, timeouts, signal: options.signal };
    return {
      status: answer.status,
      headers,
      mediaType: /^[^;\s]+/.exec(headers.get('content-type') ?? '')?.[0].toLowerCase(),
      length: toLength(headers.get('content-length')),
      part: answer.status === 206 ? parseContentRange(headers.get('content-range')) : undefined,
      body: limitBody(stream, limits),
      close: () => answer.discard?.(),
    };
  }

  toJSON(): object {
    return { instance: this.instance.key };
  }

  [inspect.custom](): string {
    return `GitLabClient(${this.instance.key})`;
  }

  /**
   * Delivers a request and gets around a proxy that decodes `%2F` (T-12): when something other than GitLab says 404 to a
   * path, the object is looked up once and addressed by its number from then on. Nothing reached GitLab, so writes may be
   * repeated as well.
   */
  async #deliverByNumber<Result extends CollectedAnswer>(
    send: Sender<Result>,
    request: RestRequest,
    options: SendOptions,
  ): Promise<{ readonly delivered: Delivered<Result>; readonly warning?: string }> {
    const address = request.path.includes('%2') ? parsePathAddress(request.path) : undefined;
    if (address === undefined) return { delivered: await this.#deliver(send, request, options) };

    const known = this.#ids?.find(address);
    if (known !== undefined) {
      return { delivered: await this.#deliver(send, { ...request, path: numericPath(address, known) }, options) };
    }
    const delivered = await this.#deliver(send, request, options);
    if (options.isProbe === true || !isForeign404(delivered)) return { delivered };

    const id = await this.#lookUp(address, options);
    if (id === undefined) return { delivered };
    this.#ids ??= new NumericIds(this.#settings.now);
    this.#ids.remember(address, id);
    const again = await this.#deliver(send, { ...request, path: numericPath(address, id) }, options);
    return { delivered: again, warning: `${address.fullPath} was addressed by its number ${id}: ${encodedSlashes}` };
  }

  async #lookUp(address: PathAddress, { signal }: SendOptions): Promise<number | undefined> {
    const quiet = { signal, isProbe: true };
    const ignore = (error: unknown): undefined => {
      // A look-up that fails leaves the first answer to report; a cancelled call ends here.
      if (signal.aborted) throw error;
      return undefined;
    };
    return resolvePath(address, {
      graphql: async (document, variables) => (await this.graphql(document, variables, quiet).catch(ignore))?.data,
      list: async (path, query) => (await this.send({ method: 'GET', path, query }, quiet).catch(ignore))?.body,
    });
  }

  async #deliver<Result extends Answer>(
    send: Sender<Result>,
    request: ApiRequest,
    options: SendOptions & { readonly isRead?: boolean },
  ): Promise<Delivered<Result>> {
    this.#start ??= await this.#prepare();
    const maxBytes = this.#maxBytes(request);
    return deliver(this.#start, send, () => buildWireRequest(this.instance, request, this.#headers, maxBytes), {
      signal: options.signal,
      isRead: options.isRead ?? isRead(request),
      isSingle: options.isProbe === true || options.isPoll === true,
      route: request.route,
      readBack: request.readBack ?? (request.path === '' ? 'a query' : `GET ${request.path}`),
    });
  }

  async #prepare(): Promise<DeliveryStart> {
    return {
      instance: this.instance,
      dispatcher: this.#dispatcher,
      agent: await this.#dispatcher.route(this.instance.origin, this.#isOperatorNamed ? 'unchecked' : 'checked'),
      isOperatorNamed: this.#isOperatorNamed,
      settings: this.#settings,
    };
  }

  #maxBytes(request: ApiRequest): number {
    return request.maxBytes ?? this.#settings.maxBytes;
  }

  async #refuse(
    request: ApiRequest & { readonly isRead?: boolean },
    delivered: Delivered<CollectedAnswer>,
    options: SendOptions,
  ): Promise<GitLabError> {
    const facts = readBadAnswer(request, delivered, this.#secret);
    return buildGitLabError(facts, await this.#verdict(facts, options));
  }

  async #verdict({ status, refusal }: GitLabErrorFacts, { isProbe }: SendOptions): Promise<CredentialVerdict> {
    if (status !== 401 || isProbe === true) return 'unknown';
    if (refusal?.kind !== 'dead' && refusal?.kind !== 'unclear') return 'unknown';
    return (await this.#hooks?.onUnauthorized?.(refusal)) ?? 'unknown';
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isRead({ method }: RestRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Something before GitLab answered a read with nothing: GitLab says 204, or writes `null`. A file may be empty. */
function isHollow({ method, accept = 'json' }: RestRequest, status: number): boolean {
  return method === 'GET' && accept === 'json' && (status === 200 || status === 304);
}

/**
 * Whether a document sent without an operation name can only be a query: GitLab then accepts one operation, and this is it.
 * Blanks, commas, comments and a byte order mark may stand before it.
 */
function startsWithQuery(document: string): boolean {
  return /^(?:[\s,\ufeff]|#[^\n\r]*)*(?:\{|query\b)/.test(document);
}

/** A 404 that GitLab did not write. */
function isForeign404({ answer, headers, isElsewhere }: Delivered<CollectedAnswer>): boolean {
  if (answer.status !== 404 || isElsewhere) return false;
  const contentType = headers.get('content-type');
  return contentType === undefined ? answer.body[0] !== 0x7b : !isJsonType(contentType);
}

function hostOf({ url }: Delivered<Answer>): string {
  return new URL(url).host;
}

function toLength(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
