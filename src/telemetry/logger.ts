import { createScrub, type Scrub, toLogValue } from './log-value.ts';
import { type LogDestination, openStandardError } from './standard-error.ts';
import type { LoggedRecord } from './telemetry.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes events: a constant sentence and fields. No field shows a credential, an error shows its name, message and code,
 * and no call waits or throws.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that puts these fields on every line and also hides these secrets, whatever their shape. */
  child(fields: LogFields, options?: { readonly secrets?: readonly string[] }): Logger;
}

/** The logger of the process, from which all others come. */
export interface ProcessLogger extends Logger {
  /** From now on every line from `info` up is also handed over, whatever level is written. For all children as well. */
  exportTo(take: (record: LoggedRecord) => void): void;
}

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Standard error when left out. Never standard output: under stdio that belongs to the protocol. */
  readonly destination?: LogDestination;
  /** Secrets of the process itself, hidden whatever their shape. */
  readonly secrets?: readonly string[];
  readonly now?: () => number;
}

/** One JSON object per line with `time` (RFC 3339), `level` and `msg` first, then the fields (LOG-01). */
export function createLogger(options: LoggerOptions): ProcessLogger {
  const { level, destination = openStandardError(), secrets = [], now = Date.now } = options;
  return new JsonLogger({ threshold: logLevels.indexOf(level), destination, now, take: undefined }, {}, secrets);
}

/** Durations are logged as whole nanoseconds. */
export function toNanoseconds(ms: number): number {
  return Math.round(ms * 1_000_000);
}

/** Messages and names of fields that a logger remembers, and the longest one that is worth it. */
const maxKnownTexts = 512;
const maxKnownLength = 120;

interface Sink {
  /** Index of the lowest level that is written. */
  readonly threshold: number;
  readonly destination: LogDestination;
  readonly now: () => number;
  /** Takes a copy of what is exported. */
  take: ((record: LoggedRecord) => void) | undefined;
}

class JsonLogger implements ProcessLogger {
  readonly #sink: Sink;
  readonly #bound: LogFields;
  readonly #secrets: readonly string[];
  readonly #scrub: Scrub;
  /** What the program says again and again, scrubbed once: its messages and the names of its fields. */
  readonly #knownTexts = new Map<string, string>();

  constructor(sink: Sink, bound: LogFields, secrets: readonly string[]) {
    this.#sink = sink;
    this.#bound = bound;
    this.#secrets = secrets;
    this.#scrub = createScrub(secrets);
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  child(fields: LogFields, { secrets = [] }: { readonly secrets?: readonly string[] } = {}): Logger {
    return new JsonLogger(this.#sink, { ...this.#bound, ...fields }, [...this.#secrets, ...secrets]);
  }

  exportTo(take: (record: LoggedRecord) => void): void {
    this.#sink.take = take;
  }

  #write(level: LogLevel, message: string, fields: LogFields = {}): void {
    const { threshold, destination, now, take } = this.#sink;
    const isWritten = logLevels.indexOf(level) >= threshold;
    const isTaken = take !== undefined && level !== 'debug';
    if (!isWritten && !isTaken) return;

    const time = now();
    const msg = this.#scrubOnce(message);
    const shown: [string, unknown][] = [];
    for (const [name, value] of Object.entries({ ...this.#bound, ...fields })) {
      // The first three are ours: a field of the same name stands beside them, it does not replace them.
      const isOurs = name === 'time' || name === 'level' || name === 'msg';
      shown.push([isOurs ? `${name}_` : this.#scrubOnce(name), toLogValue(name, value, this.#scrub)]);
    }
    if (isWritten) {
      const first: [string, unknown][] = [
        ['time', new Date(time).toISOString()],
        ['level', level.toUpperCase()],
        ['msg', msg],
      ];
      destination.write(`${JSON.stringify(Object.fromEntries([...first, ...shown]))}\n`);
    }
    if (isTaken) take({ time, level, message: msg, fields: Object.fromEntries(shown) });
  }

  #scrubOnce(text: string): string {
    const known = this.#knownTexts.get(text);
    if (known !== undefined) return known;
    const scrubbed = this.#scrub(text);
    if (text.length <= maxKnownLength && this.#knownTexts.size < maxKnownTexts) this.#knownTexts.set(text, scrubbed);
    return scrubbed;
  }
}
