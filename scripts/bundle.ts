/**
 * Makes the bundle that Claude Desktop and others open: the packed program with what it depends on, and a manifest. The
 * format's own tool judges the manifest and packs the file; it is fetched for that, because it brings more than we do.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildManifest, type PackageFacts } from './bundle/manifest.ts';
import { bundlePath, mcpb, npm } from './bundle/tools.ts';
import { countFiles } from './count-files.ts';
import { trimModules } from './trim-modules.ts';

const root = resolve(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'bundle-'));
try {
  const stage = join(work, 'bundle');
  mkdirSync(stage);
  const [packed] = JSON.parse(npm(root, 'pack', '--json', '--pack-destination', work)) as { filename: string }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  npm(
    stage,
    'install',
    '--prefix',
    '.',
    '--omit=dev',
    '--ignore-scripts',
    '--no-package-lock',
    join(work, packed.filename),
  );
  // What npm notes for itself would name a folder of this machine.
  for (const left of ['package.json', 'node_modules/.package-lock.json', 'node_modules/.bin']) {
    rmSync(join(stage, left), { recursive: true, force: true });
  }
  trimModules(join(stage, 'node_modules'));
  const facts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFacts;
  writeFileSync(join(stage, 'manifest.json'), `${JSON.stringify(buildManifest(facts), null, 2)}\n`);
  mcpb(work, 'validate', join(stage, 'manifest.json'));
  const target = join(root, bundlePath);
  mkdirSync(join(target, '..'), { recursive: true });
  rmSync(target, { force: true });
  mcpb(work, 'pack', stage, target);
  console.log(`${bundlePath}: ${(statSync(target).size / 2 ** 20).toFixed(1)} MiB, unpacked ${countFiles(stage)}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
