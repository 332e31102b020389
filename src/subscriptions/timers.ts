/** Time as watchers see it. A test has its own and moves it by hand. */
export interface Timers {
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  /** Wall time in milliseconds since 1970, for what clients are told. */
  wallTime(): number;
  /** Calls back once, `ms` from now, and keeps no process alive. The returned function forgets it. */
  alarm(callback: () => void, ms: number): () => void;
}

/** The machine's time. */
export const systemTimers: Timers = {
  now: () => performance.now(),
  wallTime: Date.now,
  alarm(callback, ms) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
