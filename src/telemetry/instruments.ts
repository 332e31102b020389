import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api';
import { type HistogramName, type InstrumentName, type Instrument, instruments } from './metrics.ts';
import { type AuthBudget, authBudgets, type EvictionReason, evictionReasons, type PoolSize } from './telemetry.ts';

/** The instruments of the process. What belongs to HTTP alone is made for HTTP alone. */
export class Instruments {
  readonly #meter: Meter;
  readonly #histograms = new Map<HistogramName, Histogram>();
  readonly #evictions: Counter | undefined;
  readonly #blocks: Counter | undefined;

  constructor(meter: Meter, isHttp: boolean) {
    this.#meter = meter;
    if (!isHttp) return;
    this.#evictions = createCounter(meter, 'gitlab_mcp.credential_pool.evictions');
    this.#blocks = createCounter(meter, 'gitlab_mcp.auth.blocks');
    // From the start: an alert on a series that does not exist yet never fires.
    for (const reason of evictionReasons) this.#evictions.add(0, evictionAttributes(reason));
    for (const budget of authBudgets) this.#blocks.add(0, budgetAttributes(budget));
  }

  record(name: HistogramName, durationMs: number, attributes: Attributes): void {
    const known = this.#histograms.get(name) ?? createHistogram(this.#meter, name);
    this.#histograms.set(name, known);
    known.record(durationMs / 1000, attributes);
  }

  watchPool(size: () => PoolSize): void {
    createGauge(this.#meter, 'gitlab_mcp.credential_pool.entries', () => size().entries);
    createGauge(this.#meter, 'gitlab_mcp.credential_pool.capacity', () => size().capacity);
  }

  evicted(reason: EvictionReason): void {
    this.#evictions?.add(1, evictionAttributes(reason));
  }

  blocked(budget: AuthBudget): void {
    this.#blocks?.add(1, budgetAttributes(budget));
  }
}

function evictionAttributes(reason: EvictionReason): Attributes {
  return { 'gitlab_mcp.credential_pool.eviction.reason': reason };
}

function budgetAttributes(budget: AuthBudget): Attributes {
  return { 'gitlab_mcp.auth.budget': budget.replaceAll('-', '_') };
}

function createHistogram(meter: Meter, name: HistogramName): Histogram {
  const { buckets } = instruments[name];
  return meter.createHistogram(name, { ...describe(name), advice: { explicitBucketBoundaries: [...buckets] } });
}

function createCounter(meter: Meter, name: InstrumentName): Counter {
  return meter.createCounter(name, describe(name));
}

function createGauge(meter: Meter, name: InstrumentName, read: () => number): void {
  meter.createObservableGauge(name, describe(name)).addCallback((result) => result.observe(read()));
}

function describe(name: InstrumentName): { readonly unit: string; readonly description: string } {
  const { unit, help }: Instrument = instruments[name];
  return { unit, description: help };
}
