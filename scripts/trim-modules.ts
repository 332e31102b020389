/**
 * Takes out of installed packages what never runs: types, maps and prose, half of their files. Licences stay. The image
 * is built with `node scripts/trim-modules.ts <folder>`.
 */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const unneeded = /(?<!\/(?:licen[cs]e|notice|copying)[^/]*)\.(?:[cm]?ts|map|md|markdown)$/i;

export function trimModules(folder: string): void {
  for (const path of globSync('**/*', { cwd: folder })) {
    if (isUnneeded(path)) rmSync(join(folder, path), { force: true });
  }
}

/** Whether a file of a package is one that no program reads and no licence asks for. */
export function isUnneeded(path: string): boolean {
  return unneeded.test(`/${path}`);
}

if (import.meta.main) trimModules(process.argv[2] ?? 'node_modules');
