import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadBuildInfo, renderVersion } from './version.ts';

describe('the version', () => {
  test('START-14: is one line with the commit', () => {
    expect(renderVersion({ version: '1.2.3', commit: 'abc1234', build: '1.2.3+abc1234' })).toBe(
      'gitlab-mcp-server 1.2.3 (commit: abc1234)\n',
    );
  });

  test('is what the build stamped', async () => {
    await using place = await setup({
      'package.json': '{"name":"gitlab-mcp-server","version":"9.9.9"}',
      'dist/build-info.json': '{"version":"1.2.3","commit":"abc1234","build":"1.2.3+abc1234.dirty"}',
    });

    expect(loadBuildInfo(join(place.root, 'dist'))).toEqual({
      version: '1.2.3',
      commit: 'abc1234',
      build: '1.2.3+abc1234.dirty',
    });
  });

  test('is that of the package when nothing was stamped', async () => {
    await using place = await setup({
      'package.json': '{"name":"gitlab-mcp-server","version":"9.9.9"}',
      'src/package.json': '{"name":"another"}',
    });

    expect(loadBuildInfo(join(place.root, 'src/cli'))).toEqual({
      version: '9.9.9',
      commit: 'unknown',
      build: '9.9.9+unknown',
    });
    expect(loadBuildInfo().version).toMatch(/^\d+\.\d+\.\d+/);
  });
});

async function setup(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'version-'));
  await mkdir(join(root, 'dist'));
  await mkdir(join(root, 'src/cli'), { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text);
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}
