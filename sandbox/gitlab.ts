import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { presentedSecret } from './access/credential.ts';
import type { Fault } from './faults.ts';
import { GraphqlEndpoint } from './graphql/endpoint.ts';
import { type Answer, send } from './http/answer.ts';
import { readBody } from './http/body.ts';
import { throttled, Throttle } from './http/throttle.ts';
import type { Instance } from './instance.ts';
import { answerOAuth } from './oauth/endpoint.ts';
import { answerPage } from './pages.ts';
import type { LoggedRequest } from './request-log.ts';
import { RestApi, preflight, toAnswer } from './rest/router.ts';

const apiRoot = '/api/v4';
const graphqlPath = '/api/graphql';

/** Answers everything that arrives at the address of the instance. */
export class GitLab {
  readonly #instance: Instance;
  readonly #relativeUrl: string;
  readonly #rest = new RestApi();
  readonly #graphql = new GraphqlEndpoint();
  readonly #throttle = new Throttle();
  readonly #closing = new AbortController();
  #requestCount = 0;

  constructor(instance: Instance, relativeUrl: string) {
    this.#instance = instance;
    this.#relativeUrl = relativeUrl;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    this.#serve(request, response).catch(() => response.destroy());
  };

  /** Lets go of requests that faults hold back. */
  close(): void {
    this.#closing.abort();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const about = { requestId: this.#nextRequestId(), startedMs: performance.now() };
    const { world, faults } = this.#instance;
    world.clock.runDue();

    const method = request.method ?? 'GET';
    const [path, query] = splitTarget(request.url ?? '/');
    const secret = presentedSecret(request.headers);
    const token = secret === undefined ? undefined : world.tokens.findBySecret(secret);
    const logged = this.#instance.requests.add({
      method,
      path,
      query,
      token: token === undefined ? undefined : (token.label ?? String(token.id)),
      headers: request.headers,
      status: undefined,
      at: world.clock.timestamp(),
    });

    const fault = faults.isEmpty
      ? undefined
      : faults.take({ method, path: this.#below(path) ?? path, tokenLabel: token?.label, tokenSecret: secret });
    if (fault?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'delay') await wait(fault.ms, undefined, { signal: this.#closing.signal });

    const limited = throttled(this.#throttle, world, token);
    const answer =
      (fault === undefined ? undefined : replacement(fault)) ??
      limited.refusal ??
      (await this.#answer(request, method, path, query));
    const headers = { ...answer.headers, ...limited.headers };
    this.#send(
      request,
      response,
      fault?.kind === 'content-type' ? { ...answer, contentType: fault.contentType, headers } : { ...answer, headers },
      { about, logged, isTruncated: fault?.kind === 'truncate' },
    );
  }

  async #answer(request: IncomingMessage, method: string, path: string, query: string): Promise<Answer> {
    const { world } = this.#instance;
    const below = this.#below(path);
    if (below === undefined) return answerPage(world, undefined);
    const isRest = below.startsWith(`${apiRoot}/`);
    if (method === 'OPTIONS') return preflight();
    let body: Buffer;
    try {
      body = await readBody(request, world.settings.maxBodyBytes);
    } catch (error) {
      return toAnswer(error);
    }
    if (!isRest && below !== graphqlPath) {
      const oauth = answerOAuth(world, { method, path: below, query, headers: request.headers, body });
      return oauth ?? answerPage(world, below);
    }
    if (!isRest) return this.#graphql.handle(world, { method, query, headers: request.headers, body });
    return this.#rest.handle(world, {
      method,
      path: below.slice(apiRoot.length),
      query,
      headers: request.headers,
      body,
    });
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    context: { about: { requestId: string; startedMs: number }; logged: LoggedRequest; isTruncated: boolean },
  ): void {
    if (context.isTruncated) {
      response.writeHead(answer.status, {
        ...answer.headers,
        'Content-Type': answer.contentType ?? 'text/plain',
        'Content-Length': Buffer.byteLength(answer.body),
      });
      response.write(answer.body.slice(0, Math.floor(answer.body.length / 2)), () => response.destroy());
      context.logged.status = answer.status;
      return;
    }
    context.logged.status = send(request, response, answer, context.about);
  }

  /** The path below the relative URL the instance is installed at; undefined when it is beside it. */
  #below(path: string): string | undefined {
    if (this.#relativeUrl === '') return path;
    return path.startsWith(`${this.#relativeUrl}/`) ? path.slice(this.#relativeUrl.length) : undefined;
  }

  #nextRequestId(): string {
    this.#requestCount += 1;
    return `01SANDBX${this.#requestCount.toString(32).toUpperCase().padStart(18, '0')}`;
  }
}

function splitTarget(target: string): [path: string, query: string] {
  const question = target.indexOf('?');
  return question === -1 ? [target, ''] : [target.slice(0, question), target.slice(question + 1)];
}

function replacement(fault: Fault): Answer | undefined {
  switch (fault.kind) {
    case 'status': {
      const { status, body = { message: `${status}` }, contentType = 'application/json', headers = {} } = fault;
      return { status, body: typeof body === 'string' ? body : JSON.stringify(body), contentType, headers };
    }
    case 'html': {
      const body =
        fault.body ??
        '<!DOCTYPE html>\n<html><head><title>GitLab is not responding (502)</title></head><body><h1>502</h1></body></html>\n';
      return { status: fault.status ?? 502, body, contentType: 'text/html', headers: {} };
    }
    case 'throttle':
      return {
        status: 429,
        body: 'Retry later\n',
        contentType: 'text/plain',
        headers: {
          'Retry-After': String(fault.retryAfterSeconds),
          'RateLimit-Name': 'throttle_authenticated_api',
          'RateLimit-Remaining': '0',
        },
      };
    case 'delay':
    case 'hang':
    case 'reset':
    case 'truncate':
    case 'content-type':
      return undefined;
    default:
      return fault satisfies never;
  }
}
