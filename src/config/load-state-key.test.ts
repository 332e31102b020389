import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadStateKey } from './load-state-key.ts';

describe('loadStateKey', () => {
  test('no path is no key', async () => {
    expect(await loadStateKey(undefined)).toBeUndefined();
  });

  test.each([0o600, 0o640, 0o440])(
    'reads the key of a file with mode %o, without the line break at its end',
    async (mode) => {
      using place = setup(`${'k'.repeat(32)}\r\n`, mode);

      expect(Buffer.from((await loadStateKey(place.path)) ?? [])).toEqual(Buffer.alloc(32, 'k'));
    },
  );

  test.each([
    ['too short', `${'secretsecret'.repeat(2)}\n\n`, 0o600, 'has 24 bytes, a key needs 32 at least'],
    ['empty', '', 0o600, 'has 0 bytes'],
    ['too long', 'k'.repeat(5000), 0o600, 'more than 4096 bytes'],
    ['everyone can read', 'secret'.repeat(8), 0o644, 'can be read by every user'],
  ])('refuses a file that is %s, and shows nothing of it', async (_, content, mode, problem) => {
    using place = setup(content, mode);
    const refused = await loadStateKey(place.path).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: 'config.invalid', message: expect.stringContaining(problem) });
    expect(refused).toMatchObject({ message: expect.stringMatching(/^GITLAB_MCP_STATE_KEY_FILE: /) });
    expect(JSON.stringify(refused)).not.toContain('secretsecret');
  });

  test('refuses what is not there, and what is no file', async () => {
    using place = setup('', 0o600);

    await expect(loadStateKey(`${place.path}.other`)).rejects.toThrow('cannot be read (ENOENT)');
    await expect(loadStateKey(place.folder)).rejects.toThrow('is not a regular file');
  });
});

function setup(content: string, mode: number) {
  const folder = mkdtempSync(join(tmpdir(), 'state-key-'));
  const path = join(folder, 'key');
  writeFileSync(path, content);
  chmodSync(path, mode);
  return { folder, path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
