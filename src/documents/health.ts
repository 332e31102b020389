import type { BuildInfo } from './build-info.ts';

/** What `/health` tells: no secret, no pool state, and no call to GitLab (HEALTH-01). */
export class Health {
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

  answer(): { readonly status: number; readonly body: string } {
    const body = {
      status: this.#draining ? 'draining' : 'ok',
      ...this.#build,
      config_digest: this.#configDigest,
      started_at: new Date(this.#startedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
      uptime_seconds: Math.trunc((this.#now() - this.#startedAt) / 1000),
    };
    return { status: this.#draining ? 503 : 200, body: JSON.stringify(body) };
  }
}
