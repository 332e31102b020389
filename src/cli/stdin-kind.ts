import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { isatty } from 'node:tty';
import type { StdinKind } from '../config/load-config.ts';

/**
 * What a descriptor is connected to; 0 is standard input. The null device is how a container without `-i`
 * starts, and also what Node opens in place of a descriptor that was closed.
 */
export function findStdinKind(descriptor = 0): StdinKind {
  if (isatty(descriptor)) return 'terminal';
  try {
    const status = fstatSync(descriptor);
    if (!status.isCharacterDevice()) return 'other';
    // Windows gives devices no numbers to compare; there, a character device that is no terminal is NUL.
    return process.platform === 'win32' || status.rdev === statSync(devNull).rdev ? 'null-device' : 'other';
  } catch {
    return 'other'; // A descriptor nobody can look at is not known to be the null device.
  }
}
