import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

/** How fine delays of the event loop are measured. */
const resolutionMs = 10;

/** What an operator asks a process that is slow or large. Figures only: no configuration, no credential, no path. */
export class ProcessFacts {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs });
  #utilizationBefore: EventLoopUtilization = performance.eventLoopUtilization();

  constructor() {
    this.#delay.enable();
  }

  process() {
    const { user, system } = process.cpuUsage();
    const { maxRSS, voluntaryContextSwitches, involuntaryContextSwitches } = process.resourceUsage();
    return {
      pid: process.pid,
      node: process.version,
      uptime_seconds: Math.trunc(process.uptime()),
      cpu_seconds: { user: user / 1e6, system: system / 1e6 },
      memory_bytes: { ...process.memoryUsage(), peak_rss: maxRSS * 1024 },
      context_switches: { voluntary: voluntaryContextSwitches, involuntary: involuntaryContextSwitches },
      open: countByName(process.getActiveResourcesInfo()),
    };
  }

  /** Delays and utilization since the last time it was asked. */
  eventLoop() {
    const utilization = performance.eventLoopUtilization();
    const { utilization: share } = performance.eventLoopUtilization(utilization, this.#utilizationBefore);
    this.#utilizationBefore = utilization;
    const answer = {
      utilization: share,
      delay_ms: {
        p50: toMs(this.#delay.percentile(50)),
        p90: toMs(this.#delay.percentile(90)),
        p99: toMs(this.#delay.percentile(99)),
        max: this.#delay.count === 0 ? 0 : toMs(this.#delay.max),
        resolution: resolutionMs,
        samples: this.#delay.count,
      },
    };
    this.#delay.reset();
    return answer;
  }

  heap() {
    return { ...getHeapStatistics(), spaces: getHeapSpaceStatistics() };
  }

  close(): void {
    this.#delay.disable();
  }
}

function toMs(nanoseconds: number): number {
  return Math.round(nanoseconds / 1e4) / 100;
}

function countByName(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
