import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const command = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

export interface SuiteRun {
  readonly passed: number;
  /** `<scenario>/<check>` and what the suite says of it; warnings too. */
  readonly failed: Readonly<Record<string, string>>;
}

/** Runs the server scenarios of the protocol's conformance suite, all that its arguments select. */
export async function runSuite(url: string, selection: readonly string[]): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const child = spawn(process.execPath, [command, 'server', '--url', url, ...selection, '--output-dir', folder], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      stdio: 'ignore',
    });
    // 1 when a check failed, which is for the caller to judge.
    const [code] = (await once(child, 'close')) as [number | null];
    const checks = readdirSync(folder).flatMap((name) => readChecks(folder, name));
    if ((code !== 0 && code !== 1) || checks.length === 0) throw new Error(`the conformance suite ended with ${code}`);
    const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    return {
      passed: checks.filter(({ status }) => status === 'SUCCESS').length,
      failed: Object.fromEntries(failed.map(({ name, errorMessage = '' }) => [name, errorMessage])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The checks of a folder that is called `server-<scenario>-<time>`. */
function readChecks(folder: string, name: string): readonly (Check & { readonly name: string })[] {
  const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1];
  if (scenario === undefined) return [];
  const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as readonly Check[];
  return checks.map((check) => ({ ...check, name: `${scenario}/${check.id}` }));
}
