import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const outdir = join(root, 'dist');

rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  packages: 'external',
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
});
writeFileSync(join(outdir, 'build-info.json'), `${JSON.stringify(buildInfo(), null, 2)}\n`);

/** What `/health` and `--version` report: the release, the commit it was built from, and whether that was all. */
function buildInfo() {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // A container is built without the history and is told.
  const commit = process.env['BUILD_COMMIT'] ?? git('rev-parse', '--short=9', 'HEAD') ?? 'unknown';
  const dirty = (git('status', '--porcelain') ?? '') === '' ? '' : '.dirty';
  return { version, commit, build: `${version}+${commit.slice(0, 7)}${dirty}` };
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // A source archive has no history; the build works all the same.
    return undefined;
  }
}
