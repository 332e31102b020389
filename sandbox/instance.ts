import { Faults } from './faults.ts';
import { RequestLog } from './request-log.ts';
import { resources } from './rest/resources.ts';
import { seeds, type SeedName } from './seeds/seeds.ts';
import type { ClockMode } from './world/clock.ts';
import type { Links } from './world/links.ts';
import type { Settings } from './world/settings.ts';
import { World } from './world/world.ts';

const maxFailures = 20;

/** One running GitLab: its world, what is broken about it, and what was asked of it. */
export class Instance {
  readonly faults = new Faults();
  readonly requests = new RequestLog();
  /** What arrived at the object storage. */
  readonly storageRequests = new RequestLog();
  /** Mistakes of the sandbox itself, which clients saw as a 500. The latest, oldest first. */
  readonly failures: unknown[] = [];
  readonly #seed: SeedName;
  readonly #clock: ClockMode;
  readonly #settings: Settings;
  #world: World;

  constructor(options: { seed: SeedName; clock: ClockMode; settings: Settings }) {
    this.#seed = options.seed;
    this.#clock = options.clock;
    this.#settings = options.settings;
    this.#world = this.#build();
  }

  get world(): World {
    return this.#world;
  }

  recordFailure(error: unknown): void {
    this.failures.push(error);
    if (this.failures.length > maxFailures) this.failures.shift();
  }

  /** Back to how it was started: world, settings, clock, faults and logs. */
  reset(): void {
    this.faults.clear();
    this.requests.clear();
    this.storageRequests.clear();
    this.#world = this.#build();
  }

  #build(): World {
    const links: Partial<Links> = Object.assign({}, ...resources.map((resource) => resource.links ?? {}));
    const world = new World({ clock: this.#clock, settings: structuredClone(this.#settings), links });
    for (const seed of seeds[this.#seed]) seed(world);
    return world;
  }
}
