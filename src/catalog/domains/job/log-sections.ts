import { cleanLine } from './clean-line.ts';
import { sectionMarker } from './log-lines.ts';

/** A named part of a job log. */
export interface LogSection {
  readonly name: string;
  readonly first_line: number;
  /** Null while it has not ended, or when the reading stopped before. */
  readonly last_line: number | null;
  readonly duration_seconds: number | null;
}

/** Logs name a dozen sections; a script that prints markers could name millions. */
const mostSections = 200;

const plain = { timestamps: false } as const;

interface Opened {
  readonly name: string;
  readonly firstLine: number;
  readonly startedAt: number;
  lastLine: number | undefined;
  endedAt: number | undefined;
}

/** Collects the sections of a log from its raw lines, in the order they start. */
export class LogSections {
  readonly #sections: Opened[] = [];

  read(line: string, number: number): void {
    if (!line.includes('section_')) return;
    for (const match of line.matchAll(sectionMarker)) {
      const [, action, time, name = ''] = match;
      if (action === 'start') this.#start(name, Number(time), number);
      else this.#end(name, Number(time), cleanLine(line.slice(0, match.index), plain) === '' ? number - 1 : number);
    }
  }

  list(): LogSection[] {
    return this.#sections.map(({ name, firstLine, startedAt, lastLine, endedAt }) => ({
      name,
      first_line: firstLine,
      last_line: lastLine ?? null,
      duration_seconds: endedAt === undefined ? null : Math.max(0, endedAt - startedAt),
    }));
  }

  #start(name: string, startedAt: number, firstLine: number): void {
    if (this.#sections.length >= mostSections) return;
    this.#sections.push({ name, firstLine, startedAt, lastLine: undefined, endedAt: undefined });
  }

  /** The marker usually stands at the start of the line after the section's last. */
  #end(name: string, endedAt: number, lastLine: number): void {
    const section = this.#sections.findLast((known) => known.name === name && known.endedAt === undefined);
    if (section === undefined) return;
    section.endedAt = endedAt;
    section.lastLine = Math.max(section.firstLine, lastLine);
  }
}
