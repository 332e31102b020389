import type { Token } from '../world/tokens.ts';
import type { World } from '../world/world.ts';
import type { Answer } from './answer.ts';

interface Window {
  readonly startsAtMs: number;
  count: number;
}

/** Counts requests per user in fixed windows, as the request throttle of the instance does. */
export class Throttle {
  readonly #windows = new Map<string, Window>();

  /** The number of requests in the current window, this one included. */
  count(key: string, startsAtMs: number): number {
    const window = this.#windows.get(key);
    if (window !== undefined && window.startsAtMs === startsAtMs) return ++window.count;
    this.#windows.set(key, { startsAtMs, count: 1 });
    return 1;
  }
}

export interface Throttled {
  /** The 429, when the request is over the limit. */
  readonly refusal: Answer | undefined;
  /** What every answer carries while the throttle is on. */
  readonly headers: Readonly<Record<string, string>>;
}

const off: Throttled = { refusal: undefined, headers: {} };

export function throttled(throttle: Throttle, world: World, token: Token | undefined): Throttled {
  const limit = world.settings.throttle;
  if (limit === undefined) return off;
  const periodMs = limit.periodSeconds * 1000;
  const now = world.clock.now();
  const startsAtMs = now - (now % periodMs);
  const endsAtMs = startsAtMs + periodMs;
  const observed = throttle.count(String(token?.userId ?? 'anonymous'), startsAtMs);
  const headers = {
    'RateLimit-Limit': String(limit.requests),
    'RateLimit-Name': token === undefined ? 'throttle_unauthenticated_api' : 'throttle_authenticated_api',
    'RateLimit-Observed': String(observed),
    'RateLimit-Remaining': String(Math.max(0, limit.requests - observed)),
    'RateLimit-Reset': String(endsAtMs / 1000),
  };
  if (observed <= limit.requests) return { refusal: undefined, headers };
  const refusal: Answer = {
    status: 429,
    body: 'Retry later\n',
    contentType: 'text/plain',
    headers: {
      'RateLimit-ResetTime': new Date(endsAtMs).toUTCString(),
      'Retry-After': String(Math.ceil((endsAtMs - now) / 1000)),
    },
  };
  return { refusal, headers };
}
