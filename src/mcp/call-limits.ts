import type { Entry } from '../credentials/entry.ts';
import { busyMessage, busyRetryAfterMs, type HeldCalls } from '../limits/held-calls.ts';
import { type EntryBuckets, rateLimitMessage, type RateLimits, type RateRefusal } from '../limits/rate-limits.ts';
import { reportRefusal } from '../limits/refusals.ts';
import type { Logger } from '../telemetry/logger.ts';
import { RateLimitedLog } from '../telemetry/rate-limited-log.ts';
import type { InboundRequest } from './inbound.ts';
import type { JsonRpcError } from './json-rpc.ts';
import { modernRevision } from './revisions.ts';
import type { Shape } from './shape.ts';

/** What becomes of a request before it is dispatched. A refusal has the shape its method and revision ask for. */
export type CallAdmission =
  | { readonly kind: 'admitted'; release(): void }
  /** An HTTP answer of its own; the connection is closed (REJ-16). */
  | { readonly kind: 'http'; readonly error: JsonRpcError; readonly retryAfterMs: number }
  | { readonly kind: 'result'; readonly result: object; readonly isRateLimited: boolean }
  | { readonly kind: 'error'; readonly error: JsonRpcError; readonly isRateLimited: boolean };

export interface CallLimitsOptions {
  readonly rates: RateLimits;
  /** Absent on stdio, where one client holds one process. */
  readonly held: HeldCalls | undefined;
  readonly logger: Logger;
}

/** Methods that wait for GitLab from dispatch to return (HELD-02). */
const heldMethods: ReadonlySet<string> = new Set([
  'tools/call',
  'resources/read',
  'resources/subscribe',
  'prompts/get',
  'completion/complete',
]);

const nothingHeld = { kind: 'admitted', release: () => undefined } as const;

/** How often and how much at once (RATE, HELD). A place is taken before a token, so that a full server costs none (HELD-03). */
export class CallLimits {
  readonly #options: CallLimitsOptions;
  readonly #buckets = new WeakMap<Entry, { readonly buckets: EntryBuckets | undefined }>();
  readonly #log: RateLimitedLog;

  constructor(options: CallLimitsOptions) {
    this.#options = options;
    this.#log = new RateLimitedLog({ logger: options.logger, intervalMs: 10_000 });
  }

  admit(request: InboundRequest, entry: Entry, shape: Shape): CallAdmission {
    const { method } = request.message;
    const place = heldMethods.has(method) ? this.#options.held?.holdCall() : undefined;
    if (place !== undefined && !place.ok) {
      this.#log.warn(place.logMessage, place.logFields);
      return refuseBusy(request);
    }
    const charge = this.#options.rates.charge(this.#bucketsOf(entry), method, shape.toolsFor(entry).length);
    if (!charge.ok) {
      place?.slot.release();
      this.#logRefusal(charge, entry);
      return refuseRate(request);
    }
    return place === undefined ? nothingHeld : { kind: 'admitted', release: () => place.slot.release() };
  }

  #bucketsOf(entry: Entry): EntryBuckets | undefined {
    const known = this.#buckets.get(entry);
    if (known !== undefined) return known.buckets;
    const buckets = this.#options.rates.createBuckets(entry.key);
    this.#buckets.set(entry, { buckets });
    return buckets;
  }

  #logRefusal(refusal: RateRefusal, entry: Entry): void {
    const fields = this.#options.rates.toLogFields(refusal);
    this.#log.warn('request refused: rate limit exceeded', { ...fields, credential_hash: entry.credentialHash });
  }
}

function refuseBusy(request: InboundRequest): CallAdmission {
  if (request.revision === modernRevision) {
    return { kind: 'http', error: { code: -50300, message: busyMessage }, retryAfterMs: busyRetryAfterMs };
  }
  reportRefusal('limit.busy');
  return refuseInBand(request, busyMessage, { isRateLimited: false });
}

/** Never an HTTP 429: a client must not take it for a problem of its connection (RATE-04). */
function refuseRate(request: InboundRequest): CallAdmission {
  reportRefusal('limit.rate');
  const { method, params } = request.message;
  const tool = params?.['name'];
  return refuseInBand(
    request,
    rateLimitMessage(method === 'tools/call' && typeof tool === 'string' ? tool.slice(0, 64) : method),
    { isRateLimited: true },
  );
}

function refuseInBand(
  { message, revision }: InboundRequest,
  text: string,
  { isRateLimited }: { readonly isRateLimited: boolean },
): CallAdmission {
  const stamp = revision === modernRevision ? { resultType: 'complete' } : {};
  switch (message.method) {
    case 'tools/call':
      return { kind: 'result', result: { ...stamp, content: [{ type: 'text', text }], isError: true }, isRateLimited };
    case 'completion/complete':
      return { kind: 'result', result: { ...stamp, completion: { values: [] } }, isRateLimited };
    default:
      return { kind: 'error', error: { code: -42900, message: text }, isRateLimited };
  }
}
