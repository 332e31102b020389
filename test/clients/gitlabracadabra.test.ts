import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { describeClient, run } from './real-clients.ts';

/** Makes the instance what an action file of this folder says, as alice, and gives what it did and what it asked. */
async function apply(gitlab: Sandbox, actionFile: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gitlabracadabra-'));
  try {
    const config = join(folder, 'config');
    await writeFile(
      config,
      `[global]\ndefault = sandbox\n[sandbox]\nurl = ${gitlab.url}\nprivate_token = ${gitlab.tokens.alice}\n`,
      { mode: 0o600 },
    );
    const before = gitlab.requests.length;
    const { code, stdout, stderr } = await run(
      'gitlabracadabra',
      ['--verbose', '--config-file', config, join(import.meta.dirname, actionFile)],
      { cwd: folder },
    );
    return { code, log: stdout + stderr, requests: gitlab.requests.slice(before) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const writes = ({ method }: { readonly method: string }) => method !== 'GET';

describeClient(['gitlabracadabra', '--version'])('gitlabracadabra', () => {
  test('makes an instance what its file says, and then finds nothing to do', async () => {
    await using gitlab = await startSandbox({ clock: 'manual' });

    const first = await apply(gitlab, 'observatory.yml');
    // Boards come before the labels of their lists, and are made with their name only.
    const second = await apply(gitlab, 'observatory.yml');
    const third = await apply(gitlab, 'observatory.yml');

    expect(first).toMatchObject({ code: 0, log: expect.not.stringContaining('ERROR') });
    expect(second.log).toContain('Adding board list');
    expect(third).toMatchObject({ code: 0, log: '' });
    expect(first.requests.filter(writes).length).toBeGreaterThan(25);
    expect(third.requests.filter(writes)).toEqual([]);
    expect(gitlab.world.projects.at('observatory/dome')).toMatchObject({
      description: 'Turns.',
      topics: ['dome', 'slit'],
      settings: { merge_method: 'ff', build_timeout: 1800, container_expiration_policy: { keep_n: 25, cadence: '7d' } },
    });
    expect(gitlab.failures).toEqual([]);
  });
});
