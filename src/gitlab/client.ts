import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Dispatcher } from 'undici';
import { AppError } from '../errors/app-error.ts';
import { type BadAnswer, buildGitLabError, readBadAnswer } from './answer-error.ts';
import { decodeText, isJsonType } from './answer-text.ts';
import type { Refusal } from './classify-refusal.ts';
import { type Delivered, type DeliverySettings, type DeliveryStart, deliver } from './delivery.ts';
import type { GitLabDispatcher } from './dispatcher.ts';
import { type Answer, type CollectedAnswer, exchange, type Sender, type WireRequest } from './exchange.ts';
import type { CredentialVerdict, GitLabError, GitLabErrorFacts } from './gitlab-error.ts';
import type { Instance } from './instance.ts';
import { parseJson } from './json.ts';
import type { MultipartBody } from './multipart.ts';
import { type PageInfo, parsePage } from './page.ts';
import type { ResponseHeaders } from './response-headers.ts';

export interface RestRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Encoded path below /api/v4, starting with a slash. */
  readonly path: string;
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
  /** The write was made, but its answer could not be read (T-22). */
  readonly warning?: string;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** For asking about the credential itself: one attempt, and no hook is called (VER-01). */
  readonly isProbe?: boolean | undefined;
}

export interface GraphqlOptions extends SendOptions {
  readonly operationName?: string | undefined;
  /** The document holds queries only, so that it may be sent again when its answer is lost. */
  readonly isRead?: boolean | undefined;
  readonly maxBytes?: number | undefined;
}

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GraphqlResponse {
  readonly data: unknown;
  readonly errors?: readonly GraphqlError[];
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

export interface ClientCredential {
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
  /** Header names and values in turn, as the wire wants them. */
  readonly #headers: readonly string[];
  #start: DeliveryStart | undefined;

  /** @throws AppError `auth.rejected` when the secret has characters no token can have. */
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
    const { userAgent } = this.#settings;
    this.#headers =
      kind === 'bearer'
        ? ['user-agent', userAgent, 'authorization', `Bearer ${secret}`, 'accept', 'application/json']
        : ['user-agent', userAgent, 'private-token', secret, 'accept', 'application/json'];
  }

  /**
   * Sends a REST request and reads the answer.
   *
   * @throws GitLabError when GitLab, or something in front of it, answers with an error or with no JSON where JSON was
   * asked for; AppError `gitlab.*` when there is no answer, `action.*` when the signal aborts.
   */
  async send(request: RestRequest, options: SendOptions): Promise<GitLabResponse> {
    const delivered = await this.#deliver(exchange, request, options);
    const { status } = delivered.answer;
    if (status >= 400 || (status >= 300 && status !== 304)) throw await this.#refuse(request, delivered, options);
    return this.#read(request, delivered);
  }

  /**
   * Sends a GraphQL document. Errors inside a 200 are returned, not thrown: only the caller knows which part it needs.
   *
   * @throws as `send`.
   */
  async graphql(
    document: string,
    variables: Readonly<Record<string, unknown>>,
    options: GraphqlOptions,
  ): Promise<GraphqlResponse> {
    const { operationName } = options;
    const body = { query: document, variables, ...(operationName === undefined ? {} : { operationName }) };
    const request: ApiRequest = { method: 'POST', path: '', body, isGraphql: true, maxBytes: options.maxBytes };
    const delivered = await this.#deliver(exchange, request, options);
    const { status } = delivered.answer;
    if (status < 200 || status >= 300) throw await this.#refuse(request, delivered, options);
    const parsed = this.#read({ ...request, method: 'GET' }, delivered).body;
    if (!isGraphqlResponse(parsed)) throw await this.#refuse(request, delivered, options);
    return parsed;
  }

  toJSON(): object {
    return { instance: this.instance.key };
  }

  [inspect.custom](): string {
    return `GitLabClient(${this.instance.key})`;
  }

  #deliver<Result extends Answer>(
    send: Sender<Result>,
    request: ApiRequest,
    options: SendOptions & { readonly isRead?: boolean | undefined },
  ): Promise<Delivered<Result>> {
    this.#start ??= {
      instance: this.instance,
      dispatcher: this.#dispatcher,
      agent: this.#route(),
      isOperatorNamed: this.#isOperatorNamed,
      settings: this.#settings,
    };
    const isRead = options.isRead ?? (request.method === 'GET' || request.method === 'HEAD');
    return deliver(this.#start, send, () => this.#wire(request), {
      signal: options.signal,
      isRead,
      isProbe: options.isProbe ?? false,
      foreignHeaders: [],
      route: request.route,
      readBack: request.readBack ?? `GET ${request.path}`,
    });
  }

  #route(): Dispatcher {
    return this.#dispatcher.route(this.instance.origin, this.#isOperatorNamed ? 'unchecked' : 'checked');
  }

  #wire(request: ApiRequest): WireRequest {
    const { origin, graphqlPath, restPath } = this.instance;
    const base = request.isGraphql === true ? graphqlPath : restPath + request.path;
    return {
      origin,
      path: request.query === undefined || request.query === '' ? base : `${base}?${request.query}`,
      method: request.method,
      headers: request.body === undefined ? this.#headers : [...this.#headers, 'content-type', 'application/json'],
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      maxBytes: request.maxBytes ?? this.#settings.maxBytes,
    };
  }

  #read(request: ApiRequest, { answer, headers }: Delivered<CollectedAnswer>): GitLabResponse {
    const { status, body } = answer;
    if (body.length === 0) return { status, headers, body: undefined };
    const contentType = headers.get('content-type');
    if (request.accept === 'bytes') return { status, headers, body };
    if (request.accept === 'text') return { status, headers, body: decodeText(body, contentType) };
    const parsed = isJsonType(contentType) ? parseJson(body.toString('utf8')) : undefined;
    const page = parsePage(headers);
    return page === undefined ? { status, headers, body: parsed } : { status, headers, body: parsed, page };
  }

  async #refuse(
    request: ApiRequest,
    { answer, headers, url, isElsewhere, retryAfterMs }: Delivered<CollectedAnswer>,
    options: SendOptions,
  ): Promise<GitLabError> {
    const bad: BadAnswer = {
      method: request.method,
      path: request.path,
      url,
      isGraphql: request.isGraphql ?? false,
      isElsewhere,
      status: answer.status,
      headers,
      body: answer.body,
      retryAfterMs,
      secret: this.#secret,
    };
    const facts = readBadAnswer(bad);
    return buildGitLabError(facts, { credential: await this.#verdict(facts, options) });
  }

  async #verdict({ status, refusal }: GitLabErrorFacts, { isProbe }: SendOptions): Promise<CredentialVerdict> {
    if (status !== 401 || isProbe === true) return 'unknown';
    if (refusal?.kind !== 'dead' && refusal?.kind !== 'unclear') return 'unknown';
    return (await this.#hooks?.onUnauthorized?.(refusal)) ?? 'unknown';
  }
}

/** A REST request, or a GraphQL one in the same clothes. */
interface ApiRequest extends RestRequest {
  readonly isGraphql?: boolean;
}

function isGraphqlResponse(value: unknown): value is GraphqlResponse {
  return typeof value === 'object' && value !== null && ('data' in value || 'errors' in value);
}
