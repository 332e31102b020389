import type { LogFields, Logger, LogLevel } from './logger.ts';

export interface RateLimitedLogOptions {
  readonly logger: Logger;
  /** The same message is written at most once in this time. */
  readonly intervalMs?: number;
  readonly now?: () => number;
}

interface Report {
  at: number;
  suppressed: number;
}

/** Messages are constants of the program, so this is never reached; it bounds a mistake. */
const maxMessages = 256;

/**
 * For lines a caller can produce at will: each message is written at most once an interval, and the next line says in
 * `also_since_last_report` how many were held back (AUTH-03).
 */
export class RateLimitedLog {
  readonly #logger: Logger;
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #reports = new Map<string, Report>();

  constructor({ logger, intervalMs = 60_000, now = () => performance.now() }: RateLimitedLogOptions) {
    this.#logger = logger;
    this.#intervalMs = intervalMs;
    this.#now = now;
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

  #write(level: LogLevel, message: string, fields: LogFields = {}): void {
    const key = `${level} ${message}`;
    const now = this.#now();
    const last = this.#reports.get(key);
    if (last !== undefined && now - last.at < this.#intervalMs) {
      last.suppressed += 1;
      return;
    }
    const suppressed = last?.suppressed ?? 0;
    this.#remember(key, { at: now, suppressed: 0 });
    this.#logger[level](message, suppressed === 0 ? fields : { ...fields, also_since_last_report: suppressed });
  }

  #remember(key: string, report: Report): void {
    this.#reports.delete(key);
    for (const oldest of this.#reports.keys()) {
      if (this.#reports.size < maxMessages) break;
      this.#reports.delete(oldest);
    }
    this.#reports.set(key, report);
  }
}
