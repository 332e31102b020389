/**
 * Writes the reference pages from the tables they describe. With `--check` it writes nothing and fails when a
 * page is not what would be written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { actionPages } from './reference/action-pages.ts';
import { clientPages } from './reference/client-pages.ts';
import { renderErrorsPage } from './reference/errors-page.ts';
import { renderManPage } from './reference/man-page.ts';
import { renderLogLinesPage } from './reference/log-lines.ts';
import { renderOptionsPage } from './reference/options-page.ts';
import { renderPromptsPage } from './reference/prompts-page.ts';
import { renderRegistryEntry } from './reference/registry-entry.ts';
import { renderResourcesPage } from './reference/resources-page.ts';
import { renderTelemetryPage } from './reference/telemetry-page.ts';

interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly render: () => string;
}

const pages: readonly Page[] = [
  { path: 'docs/reference/log-lines.md', render: renderLogLinesPage },
  { path: 'docs/reference/options.md', render: renderOptionsPage },
  { path: 'docs/reference/prompts.md', render: renderPromptsPage },
  { path: 'docs/reference/resources.md', render: renderResourcesPage },
  { path: 'docs/reference/errors.md', render: renderErrorsPage },
  { path: 'man/gitlab-mcp-server.1', render: renderManPage },
  { path: 'server.json', render: renderRegistryEntry },
  ...clientPages,
  ...actionPages,
  { path: 'docs/reference/telemetry.md', render: renderTelemetryPage },
];

/** Paths of the pages under `root` that are missing or out of date. */
export function findStalePages(root: string): readonly string[] {
  return pages.filter(({ path, render }) => readPage(join(root, path)) !== render()).map(({ path }) => path);
}

/** Writes every page under `root`. */
export function writePages(root: string): void {
  for (const { path, render } of pages) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), render());
  }
}

function readPage(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // A page that is not there yet is as stale as an old one.
  }
}

function main(): void {
  const root = resolve(import.meta.dirname, '..');
  if (!process.argv.includes('--check')) {
    writePages(root);
    return;
  }
  const stale = findStalePages(root);
  if (stale.length > 0) {
    console.error(`These pages no longer say what the program does: ${stale.join(', ')}. Run npm run reference.`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
