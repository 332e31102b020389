/** Something a log says, so many milliseconds after its job began. */
export type LogEntry =
  | { readonly afterMs: number; readonly text: string; readonly isError?: boolean }
  | { readonly afterMs: number; readonly begin: string; readonly title: string }
  | { readonly afterMs: number; readonly end: string };

const escape = '\u001b';
export const clearLine = `${escape}[0K`;

export function colour(code: string, text: string): string {
  return `${escape}[${code}m${text}${escape}[0;m`;
}

export interface RenderOptions {
  readonly startedMs: number;
  /** What comes later has not been written yet. */
  readonly untilMs: number;
  /** Puts a time and a stream in front of every line, as newer runners do. */
  readonly timestamps: boolean;
}

/** The log as the runner sent it: colours, section markers, carriage returns of progress bars. */
export function renderLog(entries: readonly LogEntry[], options: RenderOptions): string {
  let log = '';
  for (const entry of entries) {
    const atMs = options.startedMs + entry.afterMs;
    if (atMs > options.untilMs) break;
    const unix = Math.floor(atMs / 1000);
    if ('begin' in entry) {
      const marker = `section_start:${unix}:${entry.begin}\r${clearLine}`;
      log += line(`${marker}${colour('36;1', entry.title)}`, atMs, options, false);
    } else if ('end' in entry) {
      const marker = `section_end:${unix}:${entry.end}\r${clearLine}`;
      // Without timestamps the marker has no line of its own.
      log += options.timestamps ? line(marker, atMs, options, false) : marker;
    } else {
      for (const text of entry.text.split('\n')) log += line(text, atMs, options, entry.isError === true);
    }
  }
  return log;
}

/** A carriage return ends a line of a timestamped log too; what follows is marked as its continuation. */
function line(text: string, atMs: number, { timestamps }: RenderOptions, isError: boolean): string {
  if (!timestamps) return `${text}\n`;
  const time = new Date(atMs).toISOString().replace('Z', '000Z');
  const stream = isError ? '00E' : '00O';
  return text
    .split(/(?<=\r)/)
    .map((part, index) => `${time} ${stream}${index === 0 ? ' ' : '+'}${part}\n`)
    .join('');
}
