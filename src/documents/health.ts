import type { BuildInfo } from './build-info.ts';
import { type Document, type DocumentAnswer, type DocumentRequest, methodNotAllowed } from './document.ts';

/** What `/health` tells: no secret, no pool state, and no call to GitLab (HEALTH-01). */
export class Health implements Document {
  readonly #build: BuildInfo;
  readonly #configDigest: string;
  readonly #startedAt: number;
  readonly #now: () => number;
  #draining = false;

  constructor(build: BuildInfo, configDigest: string, now: () => number = Date.now) {
    this.#build = build;
    this.#configDigest = configDigest;
    this.#now = now;
    this.#startedAt = now();
  }

  /** From here on a balancer should send nobody here any more (DRAIN-01). */
  startDraining(): void {
    this.#draining = true;
  }

  get isDraining(): boolean {
    return this.#draining;
  }

  answer({ method }: DocumentRequest): DocumentAnswer {
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed('GET, HEAD');
    const body = {
      status: this.#draining ? 'draining' : 'ok',
      ...this.#build,
      config_digest: this.#configDigest,
      started_at: new Date(this.#startedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
      uptime_seconds: Math.trunc((this.#now() - this.#startedAt) / 1000),
    };
    return { status: this.#draining ? 503 : 200, headers: {}, body: JSON.stringify(body) };
  }
}
