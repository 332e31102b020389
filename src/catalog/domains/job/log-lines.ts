/** Characters of one line kept while its end has not come. Progress bars write megabytes without a line break. */
const longestLine = 256 * 1024;

/**
 * Bytes of a job log, as they arrive, to lines. Characters and lines may be cut anywhere between two chunks. A line that
 * the runner wrote in pieces is put together again, so that line numbers are those GitLab shows. What is held back is
 * never more than one line, and of a line never more than `longestLine`.
 */
export class LogLines {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #joinPieces: boolean;
  /** Text after the last line break. */
  #rest = '';
  /** A whole line that the next one may continue. */
  #open: string | undefined;

  constructor(options: { readonly joinPieces: boolean }) {
    this.#joinPieces = options.joinPieces;
  }

  /** The lines that are certainly complete after this chunk, without their line breaks. */
  push(chunk: Uint8Array): string[] {
    return this.#take(this.#decoder.decode(chunk, { stream: true }));
  }

  /** The lines left when the log ends. A log that ends with a line break has no empty line after it. */
  end(): string[] {
    const lines = this.#take(this.#decoder.decode());
    if (this.#rest !== '') this.#add(lines, this.#rest);
    if (this.#open !== undefined) lines.push(this.#open);
    this.#rest = '';
    this.#open = undefined;
    return lines;
  }

  #take(text: string): string[] {
    const lines: string[] = [];
    const pieces = text.split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#add(lines, this.#rest + piece);
      this.#rest = '';
    }
    this.#rest = shorten(this.#rest + last);
    return lines;
  }

  #add(lines: string[], line: string): void {
    if (this.#joinPieces && this.#open !== undefined && isContinuation(line)) {
      this.#open = shorten(this.#open + line.slice(timestampLength));
      return;
    }
    if (this.#open !== undefined) lines.push(this.#open);
    this.#open = line;
  }
}

/** `2024-05-14T12:34:56.123456Z 00O ` and so on: time, stream, out or err, and a plus when the line goes on. */
const timestampPattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z) [0-9a-f]{2}[EO]([ +])/;
const timestampLength = 32;

export interface StampedLine {
  readonly time: string | undefined;
  readonly text: string;
}

/** Splits the time a runner may put before each line from the line. */
export function splitTimestamp(line: string): StampedLine {
  const match = line.charCodeAt(4) === 0x2d ? timestampPattern.exec(line) : null;
  return match === null ? { time: undefined, text: line } : { time: match[1], text: line.slice(match[0].length) };
}

function isContinuation(line: string): boolean {
  return line.charAt(timestampLength - 1) === '+' && timestampPattern.test(line);
}

/**
 * A carriage return starts the line over, so of a long line only what follows the last one will ever be seen. Section
 * markers before it must stay, as they carry the durations.
 */
function shorten(line: string): string {
  if (line.length <= longestLine) return line;
  const restart = line.lastIndexOf('\r', line.length - 2);
  const seen = restart === -1 ? line : line.slice(restart + 1);
  const markers = restart === -1 ? '' : (line.slice(0, restart + 1).match(sectionMarker) ?? []).slice(0, 100).join('');
  return markers + seen.slice(0, longestLine / 2);
}

/** `section_start:<unix time>:<name>[options]`, a carriage return and "erase the line". */
export const sectionMarker =
  /section_(start|end):(\d{1,12}):([A-Za-z0-9_.-]{1,200})(?:\[[^\]\r\n]*\])?\r?(?:\x1b\[0K)?/g;
