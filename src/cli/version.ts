import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is running. */
export interface BuildInfo {
  readonly version: string;
  /** Short commit, or `unknown` for a program that was not built from a checkout. */
  readonly commit: string;
  /** Version and commit together, `.dirty` at the end when the checkout had changes. */
  readonly build: string;
}

/** The line that `--version` prints. */
export function renderVersion({ version, commit }: BuildInfo): string {
  return `gitlab-mcp-server ${version} (commit: ${commit})\n`;
}

/**
 * Reads what the build stamped beside the program (`build-info.json`), else the version of the package that the
 * program runs from.
 */
export function loadBuildInfo(directory = import.meta.dirname): BuildInfo {
  const stamp = readJson(join(directory, 'build-info.json'));
  if (stamp !== undefined) return toBuildInfo(stamp);
  const manifest = readJson(join(directory, 'package.json'));
  if (manifest?.['name'] === 'gitlab-mcp-server') return toBuildInfo(manifest);
  const parent = dirname(directory);
  return parent === directory ? toBuildInfo({}) : loadBuildInfo(parent);
}

function toBuildInfo(fields: Readonly<Record<string, unknown>>): BuildInfo {
  const version = asText(fields['version']) ?? '0.0.0';
  const commit = asText(fields['commit']) ?? 'unknown';
  return { version, commit, build: asText(fields['build']) ?? `${version}+${commit}` };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readJson(path: string): Readonly<Record<string, unknown>> | undefined {
  if (!existsSync(path)) return undefined;
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
  // A non-null object can be read as a record of unknowns; every field is checked where it is used.
  return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : undefined;
}
