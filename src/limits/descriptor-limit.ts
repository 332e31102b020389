import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What stands for "no limit": no kernel grants a process more by default, and memory ends long before. */
const unlimited = 1_048_576;

/**
 * The hard limit on open descriptors, read from the operating system; `undefined` where there is none to read (Windows)
 * or it cannot be read. The hard one counts because Node raises its soft limit to it at start.
 */
export function readDescriptorLimit(platform: NodeJS.Platform = process.platform): number | undefined {
  try {
    if (platform === 'linux') return parseProcLimits(readFileSync('/proc/self/limits', 'utf8'));
    if (platform === 'win32') return undefined;
    return parseUlimit(execFileSync('/bin/sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8', timeout: 1000 }));
  } catch {
    // Without a limit to go by, the smallest common one is assumed.
    return undefined;
  }
}

/** The hard limit in the text of `/proc/<pid>/limits`. */
export function parseProcLimits(text: string): number | undefined {
  return parseUlimit(/^Max open files\s+\S+\s+(\S+)/m.exec(text)?.[1] ?? '');
}

/** What `ulimit -Hn` prints. */
export function parseUlimit(text: string): number | undefined {
  const word = text.trim();
  if (word === 'unlimited') return unlimited;
  return /^\d{1,15}$/.test(word) ? Number(word) : undefined;
}
