import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { presentedSecret } from './access/credential.ts';
import type { Fault } from './faults.ts';
import { GraphqlEndpoint } from './graphql/endpoint.ts';
import { type Answer, jsonAnswer, send, sendHalf } from './http/answer.ts';
import { readBody } from './http/body.ts';
import { replacement } from './http/fault-answers.ts';
import { Refusal } from './http/refusal.ts';
import { throttled, Throttle } from './http/throttle.ts';
import type { Instance } from './instance.ts';
import { answerOAuth } from './oauth/endpoint.ts';
import { answerPage } from './pages.ts';
import { preflight, RestApi } from './rest/router.ts';
import type { Token } from './world/tokens.ts';

const apiRoot = '/api/v4';
const graphqlPath = '/api/graphql';

interface Target {
  readonly method: string;
  /** Raw path from the root of the server. */
  readonly path: string;
  /** The same below the relative URL the instance is installed at; undefined when it is beside it. */
  readonly below: string | undefined;
  readonly query: string;
}

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
    const { world, requests } = this.#instance;
    world.clock.runDue();

    const target = this.#target(request);
    const secret = presentedSecret(request.headers, target.query);
    const token = secret === undefined ? undefined : world.tokens.findBySecret(secret);
    const logged = requests.add({
      method: target.method,
      path: target.path,
      query: target.query,
      token: token === undefined ? undefined : (token.label ?? String(token.id)),
      headers: request.headers,
      status: undefined,
      at: world.clock.timestamp(),
    });

    const fault = this.#takeFault(target, token, secret);
    if (fault?.kind === 'reset') request.socket.resetAndDestroy();
    if (fault?.kind === 'reset' || fault?.kind === 'hang') return;
    if (fault?.kind === 'delay') await wait(fault.ms, undefined, { signal: this.#closing.signal });

    const answer = await this.#answer(request, target, fault, token);
    logged.status = fault?.kind === 'truncate' ? sendHalf(response, answer) : send(request, response, answer, about);
  }

  #target(request: IncomingMessage): Target {
    const { method = 'GET', url = '/' } = request;
    const question = url.indexOf('?');
    const path = question === -1 ? url : url.slice(0, question);
    const prefix = this.#relativeUrl;
    const below = prefix === '' ? path : path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
    return { method, path, below, query: question === -1 ? '' : url.slice(question + 1) };
  }

  #takeFault({ method, path, below }: Target, token: Token | undefined, secret: string | undefined): Fault | undefined {
    const { faults } = this.#instance;
    if (faults.isEmpty) return undefined;
    return faults.take({ method, path: below ?? path, tokenLabel: token?.label, tokenSecret: secret });
  }

  /** The answer with everything a fault or the throttle changes about it. */
  async #answer(
    request: IncomingMessage,
    target: Target,
    fault: Fault | undefined,
    token: Token | undefined,
  ): Promise<Answer> {
    const limited = throttled(this.#throttle, this.#instance.world, token);
    const answer =
      (fault === undefined ? undefined : replacement(fault)) ?? limited.refusal ?? (await this.#route(request, target));
    return {
      ...answer,
      contentType: fault?.kind === 'content-type' ? fault.contentType : answer.contentType,
      headers: { ...answer.headers, ...limited.headers },
    };
  }

  async #route(request: IncomingMessage, { method, below, query }: Target): Promise<Answer> {
    const { world } = this.#instance;
    if (below === undefined) return answerPage(world, undefined);
    if (method === 'OPTIONS') return preflight();
    try {
      const body = await readBody(request, world.settings.maxBodyBytes);
      const { headers } = request;
      if (below.startsWith(`${apiRoot}/`)) {
        return await this.#rest.handle(world, { method, path: below.slice(apiRoot.length), query, headers, body });
      }
      if (below === graphqlPath) return await this.#graphql.handle(world, { method, query, headers, body });
      return answerOAuth(world, { method, path: below, query, headers, body }) ?? answerPage(world, below);
    } catch (error) {
      if (error instanceof Refusal) return jsonAnswer(error.status, error.body, error.headers);
      // A mistake of ours, whatever was asked: GitLab would say as little.
      this.#instance.recordFailure(error);
      const body =
        below === graphqlPath
          ? { errors: [{ message: 'Internal server error' }] }
          : { message: '500 Internal Server Error' };
      return jsonAnswer(500, body);
    }
  }

  #nextRequestId(): string {
    this.#requestCount += 1;
    return `01SANDBX${this.#requestCount.toString(32).toUpperCase().padStart(18, '0')}`;
  }
}
