import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLocalFiles } from './local-files.ts';

const { signal } = new AbortController();

describe('the files of a directory', () => {
  test('are listed in order of their names, with those of its folders only when asked for', async () => {
    await using setting = await setup();
    await setting.write('b.txt', 'a.txt', 'sub/c.txt', 'sub/deep/d.txt');

    const flat = await setting.list({ recursive: false });
    const all = await setting.list({ recursive: true });

    expect(flat.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect(all.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'sub/c.txt', 'sub/deep/d.txt']);
    expect((await setting.files.read(all[3]?.path ?? '', signal)).content.toString()).toBe('sub/deep/d.txt');
  });

  test('leave out what a link leads to, so that no link leads out of the directory', async () => {
    await using setting = await setup();
    await setting.write('a.txt');
    await symlink('/etc/hostname', join(setting.directory, 'file-link'));
    await symlink('/etc', join(setting.directory, 'folder-link'));

    const found = await setting.list({ recursive: true });

    expect(found.map(({ name }) => name)).toEqual(['a.txt']);
  });

  test('are refused when there are more than the caller is ready for', async () => {
    await using setting = await setup();
    await setting.write('a', 'b', 'c/d', 'c/e');

    await expect(setting.list({ recursive: true, maxFiles: 4 })).rejects.toThrow('holds more than 4 files');
  });

  test.each(['/etc', '/'])('of %s are out of reach', async (directory) => {
    await using setting = await setup();

    await expect(setting.files.list(directory, { recursive: false, maxFiles: 10, signal })).rejects.toMatchObject({
      code: 'input.invalid',
      message: expect.stringContaining('GITLAB_MCP_ALLOWED_UPLOAD_DIRS'),
    });
  });

  test('of a directory that is a file, or not there, are refused', async () => {
    await using setting = await setup();
    await setting.write('a.txt');
    const listing = { recursive: false, maxFiles: 10, signal };

    await expect(setting.files.list(join(setting.directory, 'a.txt'), listing)).rejects.toThrow('is not a directory');
    await expect(setting.files.list(join(setting.directory, 'none'), listing)).rejects.toThrow('there is no directory');
  });
});

async function setup() {
  const directory = await mkdtemp(join(tmpdir(), 'local-files-'));
  const files = createLocalFiles({ maxUploadBytes: 1000, uploadDirectories: [], downloadDirectories: [] });
  return {
    directory,
    files,
    /** Files that hold their own names. */
    async write(...names: readonly string[]) {
      for (const name of names) {
        const path = join(directory, name);
        await mkdir(join(path, '..'), { recursive: true });
        await writeFile(path, name);
      }
    },
    list: (options: { readonly recursive: boolean; readonly maxFiles?: number }) =>
      files.list(directory, { maxFiles: 100, signal, ...options }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}
