// Brings the dependencies, and with them the pinned Node, when they are missing or older than the lock file. Runs on
// whatever Node the machine has, so it uses nothing that an old one lacks.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.installed-from');

setUp();

function setUp() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === wanted && existsSync(join(root, 'node_modules', 'node', 'bin', 'node'))) return;

  process.stderr.write('Setting up: installing the dependencies from the lock file ... ');
  const startedAt = Date.now();
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // Without this npm takes the script it runs in for its own lifecycle.
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  if (result.status !== 0) {
    process.stderr.write(`failed\n${result.stdout ?? ''}${result.stderr ?? ''}\n`);
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
  process.stderr.write(`done in ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
}
