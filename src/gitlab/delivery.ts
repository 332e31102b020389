import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { AppError } from '../errors/app-error.ts';
import { cancellationError } from './cancellation.ts';
import type { DestinationPolicy } from './destination.ts';
import type { GitLabDispatcher } from './dispatcher.ts';
import type { Answer, Failure, Sender, WireRequest } from './exchange.ts';
import type { GitLabObserver, GitLabOutcome } from '../telemetry/telemetry.ts';
import type { Instance } from './instance.ts';
import { nextHop } from './redirect.ts';
import { ResponseHeaders } from './response-headers.ts';
import { maxResends, type Outcome, retryAfterMs, retryWaitMs } from './retry.ts';
import { classifyFailure } from './transport-failure.ts';

/** What every client of the process shares. */
export interface DeliverySettings {
  readonly random: () => number;
  readonly now: () => number;
  /** Resolves after `ms`, rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** For spans and the latency metric. */
  readonly observer?: GitLabObserver | undefined;
}

export interface DeliveryOptions {
  readonly signal: AbortSignal;
  /** Repeating it changes nothing: GET, HEAD, a GraphQL query. */
  readonly isRead: boolean;
  /** One attempt, whatever happens. */
  readonly isSingle: boolean;
  readonly route: string | undefined;
  /** The read that tells whether a write happened, for the message about a lost answer. */
  readonly readBack: string;
}

/** Where requests of one client start. */
export interface DeliveryStart {
  readonly instance: Instance;
  readonly dispatcher: GitLabDispatcher;
  readonly agent: Dispatcher;
  /** Whether the operator named the instance, or a caller did. */
  readonly isOperatorNamed: boolean;
  readonly settings: DeliverySettings;
}

export interface Delivered<Result extends Answer> {
  readonly answer: Result;
  readonly headers: ResponseHeaders;
  /** Origin and path that answered, without the query. */
  readonly url: string;
  /** The answer came from another origin than the instance's, which got no credential. */
  readonly isElsewhere: boolean;
  /** How long GitLab asks us to stay away. */
  readonly retryAfterMs: number | undefined;
}

/** Sends a request until there is an answer to report: redirects followed, passing failures repeated where that is safe. */
export async function deliver<Result extends Answer>(
  start: DeliveryStart,
  send: Sender<Result>,
  build: () => WireRequest,
  options: DeliveryOptions,
): Promise<Delivered<Result>> {
  const { settings } = start;
  let waitedMs = 0;
  for (let resends = 0; ; resends += 1) {
    const attempt = await followRedirects(start, send, build, options);

    const outcome = outcomeOf(attempt);
    const isLast = options.isSingle || resends >= maxResends;
    const waitMs = isLast
      ? undefined
      : retryWaitMs({ resends, waitedMs, isRead: options.isRead }, outcome, settings.random());
    if (waitMs === undefined) {
      if (attempt.kind === 'delivered') return attempt;
      throw failureError(attempt, options);
    }
    if (attempt.kind === 'delivered') attempt.answer.discard?.();
    waitedMs += waitMs;
    await sleep(settings, waitMs, options.signal);
  }
}

interface Lost {
  readonly kind: 'lost';
  readonly failure: Failure;
  /** Who failed, as the beginning of a sentence. */
  readonly who: string;
  readonly named: ReturnType<typeof classifyFailure>;
}

type AttemptResult<Result extends Answer> = (Delivered<Result> & { readonly kind: 'delivered' }) | Lost;

function outcomeOf<Result extends Answer>(attempt: AttemptResult<Result>): Outcome {
  if (attempt.kind === 'delivered') {
    // What another origin says is not GitLab's state; only its losses are worth a second try.
    return { kind: 'status', status: attempt.answer.status, retryAfterMs: attempt.retryAfterMs };
  }
  const isTransient = !(attempt.named instanceof AppError) && attempt.named.isTransient;
  return { kind: 'lost', isTransient, sent: attempt.failure.sent };
}

async function followRedirects<Result extends Answer>(
  start: DeliveryStart,
  send: Sender<Result>,
  build: () => WireRequest,
  options: DeliveryOptions,
): Promise<AttemptResult<Result>> {
  const { dispatcher, instance, settings } = start;
  let request = build();
  let agent = start.agent;
  let isElsewhere = false;
  for (let hops = 0; ; hops += 1) {
    const ended = settings.observer?.started({
      method: request.method,
      origin: request.origin,
      route: isElsewhere ? undefined : options.route,
    });
    const exchange = await attemptOnce(send, agent, request, { dispatcher, signal: options.signal, ended });
    if (exchange.kind === 'failure') {
      const named = classifyFailure(exchange.error, dispatcher.timeouts);
      const host = hostOf(request.origin);
      const who = isElsewhere ? `${hostOf(instance.origin)} redirected to ${host}, which` : host;
      return { kind: 'lost', failure: exchange, who, named };
    }

    const headers = new ResponseHeaders(exchange.headers);
    const { status } = exchange;
    if (status < 300 || status >= 400) return delivered(start, exchange, headers, request, isElsewhere);

    const url = request.origin + request.path;
    const location = headers.get('location');
    const hop = nextHop({ method: request.method, status, location, url, hops });
    if (hop.kind === 'none') return delivered(start, exchange, headers, request, isElsewhere);
    exchange.discard?.();
    if (hop.kind === 'refused') {
      throw new AppError(
        'gitlab.answer',
        `${hostOf(request.origin)} redirects ${hop.reason}; the redirect was not followed`,
      );
    }

    // Once away, always away: a foreign host must not choose what we ask the instance with the credential (T-59).
    isElsewhere ||= hop.origin !== instance.origin;
    if (hop.origin !== request.origin) agent = await dispatcher.route(hop.origin, await hopPolicy(start, hop.origin));
    request = {
      ...request,
      origin: hop.origin,
      path: hop.path,
      headers: isElsewhere ? foreignHeaders(request.headers) : request.headers,
      // A stream was read by the first hop.
      body: request.body instanceof Readable ? build().body : request.body,
    };
  }
}

interface AttemptOptions {
  readonly dispatcher: GitLabDispatcher;
  readonly signal: AbortSignal;
  /** Told once what came of the attempt. */
  readonly ended: ((outcome: GitLabOutcome) => void) | undefined;
}

async function attemptOnce<Result extends Answer>(
  send: Sender<Result>,
  agent: Dispatcher,
  request: WireRequest,
  { dispatcher, signal, ended }: AttemptOptions,
): Promise<Result | Failure> {
  try {
    const exchange = await send(agent, request, dispatcher.timeouts, signal);
    ended?.(exchange.kind === 'answer' ? exchange.status : 'unreachable');
    return exchange;
  } catch (error) {
    ended?.(signal.aborted ? 'cancelled' : 'unreachable');
    if (signal.aborted) throw cancellationError(signal.reason);
    throw error;
  }
}

function delivered<Result extends Answer>(
  { settings }: DeliveryStart,
  answer: Result,
  headers: ResponseHeaders,
  request: WireRequest,
  isElsewhere: boolean,
): AttemptResult<Result> {
  const { path } = request;
  const query = path.indexOf('?');
  const isBusy = answer.status === 429 || answer.status >= 502;
  return {
    kind: 'delivered',
    answer,
    headers,
    url: request.origin + (query === -1 ? path : path.slice(0, query)),
    isElsewhere,
    retryAfterMs: isBusy
      ? retryAfterMs(headers.get('retry-after'), headers.get('ratelimit-reset'), settings.now())
      : undefined,
  };
}

/** A list of what may go, not of what may not: a new credential header must not leak until somebody thinks of it. */
const harmless = new Set(['accept', 'accept-encoding', 'user-agent', 'range', 'if-range', 'if-none-match']);

/** The headers that go along when a redirect leaves the instance's origin (OUT-08, T-59). */
function foreignHeaders(headers: readonly string[]): readonly string[] {
  return headers.filter((_, index) => harmless.has((headers[index - (index % 2)] ?? '').toLowerCase()));
}

/**
 * A hop to the instance's own host is as trusted as the instance. Elsewhere the address is checked, unless the operator's
 * instance lives in a private network itself, as its object storage then does too (OUT-03, OUT-04).
 */
async function hopPolicy(start: DeliveryStart, origin: string): Promise<DestinationPolicy> {
  if (!start.isOperatorNamed) return 'checked';
  const { hostname } = start.instance;
  if (new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1') === hostname) return 'unchecked';
  return (await start.dispatcher.resolvesPrivately(hostname)) ? 'unchecked' : 'checked';
}

function failureError({ failure, who, named }: Lost, { isRead, readBack }: DeliveryOptions): AppError {
  if (named instanceof AppError) return named;
  const what = `${who} ${named.what}`;
  const detail = { cause: failure.error.message };
  if (failure.sent && !isRead && named.code !== 'input.invalid') {
    // T-78: repeating a write that may have happened would do it twice.
    return new AppError(
      'gitlab.unknown-outcome',
      `${what}. The request had been sent, so its outcome is unknown: it was not repeated. Check with ${readBack} before you try again`,
      { cause: failure.error, detail },
    );
  }
  return new AppError(named.code, what, { cause: failure.error, detail });
}

async function sleep(settings: DeliverySettings, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await settings.sleep(ms, signal);
  } catch (error) {
    if (signal.aborted) throw cancellationError(signal.reason);
    throw error;
  }
}

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2);
}
