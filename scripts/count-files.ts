import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `412 files, 6.3 MiB`: what a folder holds, all levels together. */
export function countFiles(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return `${files.length} files, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
