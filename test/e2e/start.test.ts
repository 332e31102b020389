import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { Program } from '../support/program.ts';
import { startServer } from '../support/server.ts';

describe('what an operator is told at start', () => {
  test('an exclusion that names nothing is a warning with its name', async () => {
    await using server = await startServer({ flags: ['--exclude-tools=nosuch.action,branch.delete,gitlab_wiki'] });

    await expect
      .poll(() => server.logs.find(({ msg }) => String(msg).startsWith('entries of --exclude-tools name nothing')))
      .toMatchObject({ level: 'WARN', names: ['nosuch.action'] });
  });
});

describe('the diagnostics listener', () => {
  test.each([
    ['HTTP', ['--http', '--http-addr=127.0.0.1:0', '--gitlab-url=http://127.0.0.1:9'], 'Calls that wait for GitLab'],
    ['stdio', [], 'stdio, one credential'],
  ])('START-12: is open beside %s from the start to the end, and does not outlast it', async (_, args, shown) => {
    await using program = new Program({
      args: [...args, '--pprof-addr=127.0.0.1:0'],
      environment: { GITLAB_TOKEN: 'glpat-nobody', GITLAB_URL: 'http://127.0.0.1:9' },
    });
    const url = String((await program.log('diagnostics listener started'))['url']);

    expect(JSON.parse((await ask(`${url}/process`)).text)).toMatchObject({ pid: program.child.pid });
    const page = async (): Promise<string> => (await ask(`${url}/`)).text;
    await expect.poll(page, { timeout: 10_000 }).toContain(shown);
    expect(await page()).not.toContain('glpat-nobody');
    program.child.kill('SIGTERM');

    expect(await program.exitCode()).toBe(0);
  });

  test('START-12: does not keep a process that cannot start', async () => {
    await using program = new Program({
      args: [
        '--http',
        '--http-addr=/dev/null/server.sock',
        '--gitlab-url=http://127.0.0.1:9',
        '--pprof-addr=127.0.0.1:0',
      ],
    });

    expect(await program.exitCode()).toBe(1);
  });
});
