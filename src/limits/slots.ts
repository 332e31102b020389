/** One taken slot. */
export interface Slot {
  /** Gives the slot back. Doing so again changes nothing. */
  release(): void;
}

/** A fixed number of places, taken at once or not at all: nobody waits for one. */
export class Slots {
  readonly limit: number;
  #taken = 0;
  #peak = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  get free(): number {
    return this.limit - this.#taken;
  }

  /** The most that were ever taken at once. */
  get peak(): number {
    return this.#peak;
  }

  /** `undefined` when all are taken. */
  acquire(): Slot | undefined {
    if (this.#taken >= this.limit) return undefined;
    this.#taken += 1;
    this.#peak = Math.max(this.#peak, this.#taken);
    let held = true;
    return {
      release: () => {
        if (!held) return;
        held = false;
        this.#taken -= 1;
      },
    };
  }
}
