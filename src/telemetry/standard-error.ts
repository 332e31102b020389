/** Takes one finished line at a time, newline included. */
export interface LogDestination {
  write(line: string): unknown;
}

/** Lines kept for a reader that does not read. A reader that is merely slow never gets this far behind. */
const maxWaitingBytes = 1024 * 1024;

/** What the destination needs of `process.stderr`. */
export interface ErrorStream {
  readonly writableLength: number;
  write(text: string): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

let opened: LogDestination | undefined;

/** The process's standard error as a destination; the same one however often it is asked for. */
export function openStandardError(): LogDestination {
  opened ??= createErrorDestination(process.stderr);
  return opened;
}

/**
 * A destination that never makes the program wait or grow: when nobody reads the stream, lines are dropped, and the first
 * line that fits again says how many.
 *
 * Not a write on the descriptor: that blocks the event loop as soon as the pipe is full, and an MCP client that never
 * reads standard error would stop the server.
 */
export function createErrorDestination(stream: ErrorStream): LogDestination {
  let dropped = 0;
  // The reader is gone. There is nowhere left to say so, and no reason to stop serving.
  stream.on('error', () => {});
  return {
    write(line) {
      if (stream.writableLength > maxWaitingBytes) {
        dropped += 1;
        return;
      }
      if (dropped > 0) {
        const notice = {
          time: new Date().toISOString(),
          level: 'WARN',
          msg: 'log lines dropped: standard error is not read',
          dropped,
        };
        dropped = 0;
        stream.write(`${JSON.stringify(notice)}\n`);
      }
      stream.write(line);
    },
  };
}
