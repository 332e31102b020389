import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { showFirstRun } from './first-run.ts';

describe('the first-run screen', () => {
  test('says what is missing, and ends at Enter', async () => {
    const { input, output, shown } = setup(['GITLAB_TOKEN']);

    input.write('\n');
    await shown;

    const text = String(output.read());
    expect(text).toContain('Not set yet: GITLAB_TOKEN\n');
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('ends when the terminal closes', async () => {
    const { input, shown } = setup(['GITLAB_URL', 'GITLAB_TOKEN']);

    input.end();

    await expect(shown).resolves.toBeUndefined();
  });
});

function setup(missing: readonly string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  return { input, output, shown: showFirstRun({ missing, input, output }) };
}
