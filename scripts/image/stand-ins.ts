import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Answer for what the Dockerfile asks of Alpine, and for nothing else: a new line there has to be looked at here. */
const stubs = {
  apk: '[ "$*" = "add --no-cache nodejs" ]',
  adduser: '[ "$*" = "-D -H -u 10001 appuser" ] && echo "appuser:x:10001:10001::/:/bin/sh" >> /etc/passwd',
};

/**
 * Lays out a root file system that can stand in for both base images where no registry is: this machine's busybox, the
 * Node that runs this with the libraries it loads, and npm. What it cannot show is what Alpine's own packages do.
 */
export function layOutStandIn(folder: string): void {
  for (const path of ['bin', 'dev', 'etc', 'proc', 'root', 'tmp', 'usr/bin', 'usr/local/bin', 'usr/lib/node_modules']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  chmodSync(join(folder, 'tmp'), 0o1777);
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  copyFileSync('/bin/busybox', join(folder, 'bin/busybox'));
  const applets = execFileSync('/bin/busybox', ['--list'], { encoding: 'utf8' }).trim().split('\n');
  for (const applet of applets.filter((name) => name !== 'busybox' && !(name in stubs))) {
    symlinkSync('busybox', join(folder, 'bin', applet));
  }
  for (const [name, body] of Object.entries(stubs)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  }
  symlinkSync('/bin/busybox', join(folder, 'usr/bin/env'));

  copyFileSync(process.execPath, join(folder, 'usr/bin/node'));
  const libraries = execFileSync('/usr/bin/ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const library of libraries) copyInto(folder, library);
  const npm = realpathSync(execFileSync('/bin/sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  cpSync(join(npm, '../..'), join(folder, 'usr/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/bin/npm'));
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) copyInto(folder, authorities);
}

function copyInto(folder: string, path: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  copyFileSync(path, join(folder, path));
}
