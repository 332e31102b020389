/** Takes one finished line at a time, newline included. */
export interface LogDestination {
  write(line: string): unknown;
}

/** Lines kept for a reader that does not read. A reader that is merely slow never gets this far behind. */
const maxWaitingBytes = 1024 * 1024;

/** Characters gathered before they are written within a turn. */
const maxGathered = 64 * 1024;

/** What the destination needs of `process.stderr`. */
export interface ErrorStream {
  readonly writableLength: number;
  write(text: string): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

let opened: LogDestination | undefined;

/** The process's standard error as a destination; the same one however often it is asked for. */
export function openStandardError(): LogDestination {
  if (opened === undefined) {
    const destination = createErrorDestination(process.stderr);
    // What was written in the last turn of a process that ends at once, of a crash for one.
    process.once('exit', () => destination.flush());
    opened = destination;
  }
  return opened;
}

/** A destination that gathers the lines of one turn of the event loop. */
export interface ErrorDestination extends LogDestination {
  /** Writes what was gathered, now. */
  flush(): void;
}

/**
 * A destination that never makes the program wait or grow: when nobody reads the stream, lines are dropped, and the first
 * line that fits again says how many.
 *
 * Not a write on the descriptor: that blocks the event loop as soon as the pipe is full, and an MCP client that never
 * reads standard error would stop the server.
 */
export function createErrorDestination(stream: ErrorStream): ErrorDestination {
  let dropped = 0;
  let gathered = '';
  const flush = (): void => {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    stream.write(text);
  };
  // The reader is gone. There is nowhere left to say so, and no reason to stop serving.
  stream.on('error', () => {});
  return {
    write(line) {
      if (stream.writableLength + gathered.length > maxWaitingBytes) {
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
        line = `${JSON.stringify(notice)}\n${line}`;
      }
      // One write for all the lines of a turn: under load a write for each would cost as much as the line itself.
      if (gathered === '') setImmediate(flush);
      gathered += line;
      if (gathered.length > maxGathered) flush();
    },
    flush,
  };
}
