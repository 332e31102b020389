import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format } from 'node:util';
import type { Logger } from './logger.ts';

/** Undoes the routing. */
export type Restore = () => void;

/**
 * Sends everything written through `console` to the logger, so that a dependency's `console.log` cannot put a byte on
 * standard output, which under stdio carries the protocol (T-62).
 */
export function routeConsole(logger: Logger, target: Console = globalThis.console): Restore {
  const before = Object.fromEntries(Object.entries(target));
  const to =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...values: unknown[]): void =>
      logger[level]('console output', { text: format(...values) });
  const routed = new Console({ stdout: lines(to('info')), stderr: lines(to('warn')) });
  // Assigned to the object itself: a module that keeps `console` in a variable is routed as well.
  Object.assign(target, routed, {
    debug: to('debug'),
    log: to('info'),
    info: to('info'),
    warn: to('warn'),
    error: to('error'),
  });
  return () => {
    Object.assign(target, before);
  };
}

/** Where warnings come from: `process`, unless a test has its own. */
export interface WarningSource {
  listeners(event: 'warning'): readonly ((warning: Error) => void)[];
  on(event: 'warning', listener: (warning: Error) => void): unknown;
  removeListener(event: 'warning', listener: (warning: Error) => void): unknown;
}

/** Logs deprecations and other warnings of Node as events, in place of the text Node prints. */
export function routeProcessWarnings(logger: Logger, source: WarningSource = process): Restore {
  const before = source.listeners('warning');
  const listener = (warning: Error): void => logger.warn('process warning', { warning });
  for (const printer of before) source.removeListener('warning', printer);
  source.on('warning', listener);
  return () => {
    source.removeListener('warning', listener);
    for (const printer of before) source.on('warning', printer);
  };
}

/** Where crashes come from: `process`, unless a test has its own. */
export interface CrashSource {
  on(event: 'uncaughtException', listener: (error: Error, origin: string) => void): unknown;
  removeListener(event: 'uncaughtException', listener: (error: Error, origin: string) => void): unknown;
}

/**
 * Logs what nobody caught, rejected promises included, and ends the process through `exit`. Node would print the error
 * with its stack and properties, and those may quote a request.
 */
export function routeCrashes(logger: Logger, exit: (code: number) => void, source: CrashSource = process): Restore {
  const listener = (error: unknown, origin: string): void => {
    logger.error('unexpected failure, stopping', { error, origin, at: callSites(error) });
    exit(1);
  };
  source.on('uncaughtException', listener);
  return () => {
    source.removeListener('uncaughtException', listener);
  };
}

/** The stack without its first lines: those repeat the message. */
function callSites(error: unknown): string[] {
  const stack = error instanceof Error ? error.stack : undefined;
  return (stack ?? '').split('\n').flatMap((line) => /^\s+at (.*)/.exec(line)?.[1] ?? []);
}

function lines(write: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      write(chunk.replace(/\n$/, ''));
      done();
    },
  });
}
