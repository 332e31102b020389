import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { describeClient, type Ran, run } from './real-clients.ts';

interface Shell extends AsyncDisposable {
  readonly gitlab: Awaited<ReturnType<typeof startSandbox>>;
  /** A folder of this shell alone; it is gone when the shell is. */
  readonly folder: string;
  /** Runs a command line, its words separated by spaces, and then what may have spaces in it. */
  gitlabCli(line: string, ...args: readonly string[]): Promise<Ran>;
  /** The JSON of a command that has to succeed. */
  answer(line: string, ...args: readonly string[]): Promise<unknown>;
}

/** A shell with a configuration file, as its user would have one, and a sandbox. */
async function openShell(): Promise<Shell> {
  const gitlab = await startSandbox({ clock: 'manual' });
  const folder = await mkdtemp(join(tmpdir(), 'python-gitlab-'));
  const config = join(folder, 'python-gitlab.cfg');
  const section = (name: string, token: string) => `[${name}]\nurl = ${gitlab.url}\nprivate_token = ${token}\n`;
  await writeFile(
    config,
    [
      '[global]\ndefault = alice\ntimeout = 10\nper_page = 3\n',
      section('alice', gitlab.tokens.alice),
      section('guest', gitlab.tokens.dave),
      section('gone', gitlab.tokens.revoked),
      section('nobody', 'glpat-0000000000000000000a'),
    ].join('\n'),
    { mode: 0o600 },
  );
  const gitlabCli = (line: string, ...args: readonly string[]) =>
    run('python-gitlab', ['-c', config, '-o', 'json', ...line.split(' '), ...args], { cwd: folder });
  return {
    gitlab,
    folder,
    gitlabCli,
    async answer(line, ...args) {
      const { code, stdout, stderr } = await gitlabCli(line, ...args);
      if (code !== 0) throw new Error(`${line}: ${stderr}`);
      return JSON.parse(stdout) as unknown;
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true });
      await gitlab.close();
      expect(gitlab.failures).toEqual([]);
    },
  };
}

describeClient(['python-gitlab', '--version'])("python-gitlab's command line", () => {
  test('says who it is', async () => {
    await using shell = await openShell();

    expect(await shell.answer('current-user get')).toMatchObject({ username: 'alice', two_factor_enabled: true });
  });

  test('lists every page, by offset and by keyset, and only the fields asked for', async () => {
    await using shell = await openShell();
    const list = '-f id,path_with_namespace project list --get-all';

    const byOffset = (await shell.answer(list)) as { id: number }[];
    const byKeyset = (await shell.answer(`--pagination keyset --order-by id ${list}`)) as { id: number }[];

    expect(byOffset).toContainEqual({ id: 5, path_with_namespace: 'acme/site' });
    expect(byKeyset.map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(byOffset.map(({ id }) => id))).toEqual(new Set(byKeyset.map(({ id }) => id)));
    expect(shell.gitlab.requests.filter(({ query }) => query.includes('per_page=3'))).toHaveLength(8);
  });

  test('makes, changes and deletes a project', async () => {
    await using shell = await openShell();
    const { id: group } = shell.gitlab.world.groups.at('acme');

    const made = await shell.answer(`project create --name Sounding --namespace-id ${group}`);
    const changed = await shell.answer('project update --id acme/sounding --description', 'How deep it is.');
    const deleted = await shell.gitlabCli('project delete --id acme/sounding');

    expect(made).toMatchObject({ path_with_namespace: 'acme/sounding', visibility: 'private', empty_repo: true });
    expect(changed).toMatchObject({ description: 'How deep it is.' });
    expect(deleted).toMatchObject({ code: 0 });
    expect(shell.gitlab.world.projects.at('acme/sounding').markedForDeletionOn).not.toBeNull();
  });

  test('takes an issue from its first word to its end', async () => {
    await using shell = await openShell();
    const file = join(shell.folder, 'note.md');
    await writeFile(file, 'Two lines\nof été');

    const made = await shell.answer('project-issue create --project-id acme/site --labels a,b --title', 'No fuel');
    const { iid } = made as { iid: number };
    const note = await shell.answer(
      `project-issue-note create --project-id acme/site --issue-iid ${iid} --body`,
      `@${file}`,
    );
    const closed = await shell.answer(`project-issue update --project-id acme/site --iid ${iid} --state-event close`);
    const found = await shell.answer('project search --id acme/site --scope issues --search fuel');

    expect(made).toMatchObject({ title: 'No fuel', labels: ['a', 'b'], state: 'opened' });
    expect(note).toMatchObject({ body: 'Two lines\nof été', system: false });
    expect(closed).toMatchObject({ iid, state: 'closed', closed_by: { username: 'alice' } });
    expect(found).toMatchObject([{ iid, title: 'No fuel' }]);
  });

  test('reviews and merges', async () => {
    await using shell = await openShell();
    const opened = await shell.answer('project-merge-request list --project-id acme/site --state opened');
    const [{ iid, sha }] = opened as [{ iid: number; sha: string }];
    const request = `--project-id acme/site --iid ${iid}`;

    const changes = await shell.answer(`project-merge-request changes ${request}`);
    const approved = await shell.gitlabCli(`project-merge-request approve ${request}`);
    const merged = await shell.answer(`project-merge-request merge ${request}`);

    expect(changes).toMatchObject({ iid, sha, changes: [{ diff: expect.any(String) }] });
    expect(approved).toMatchObject({ code: 0 });
    expect(merged).toMatchObject({ state: 'merged', merge_user: { username: 'alice' } });
  });

  test('prints logs and files as they are', async () => {
    await using shell = await openShell();
    const listed = await shell.answer('project-job list --project-id orbital/ground-station --scope success');
    const [{ id }] = listed as [{ id: number }];

    const log = await shell.gitlabCli(`project-job trace --project-id orbital/ground-station --id ${id}`);
    const file = await shell.gitlabCli(
      'project-file raw --project-id orbital/ground-station --file-path README.md --ref main',
    );
    const archive = await shell.gitlabCli('project repository-archive --id acme/site --sha main');

    expect(log.stdout).toContain('section_start:');
    expect(file.stdout).toMatch(/^# Ground Station\n/);
    expect(archive.code).toBe(0);
    expect(archive.stdout.length).toBeGreaterThan(100);
  });

  test('runs a pipeline, keeps a variable and uploads a file', async () => {
    await using shell = await openShell();
    const file = join(shell.folder, 'pass list.txt');
    await writeFile(file, 'one pass');

    const pipeline = await shell.answer('project-pipeline create --project-id orbital/ground-station --ref main');
    const { id } = pipeline as { id: number };
    const canceled = await shell.gitlabCli(`project-pipeline cancel --project-id orbital/ground-station --id ${id}`);
    const read = await shell.answer(`project-pipeline get --project-id orbital/ground-station --id ${id}`);
    const variable = await shell.answer('project-variable create --project-id acme/site --key ANTENNA --value east');
    const upload = await shell.answer('project upload --id acme/site --filepath', file, '--filename', 'pass list.txt');

    expect(canceled).toMatchObject({ code: 0 });
    expect(read).toMatchObject({ id, source: 'api', status: 'canceled' });
    expect(variable).toMatchObject({ key: 'ANTENNA', value: 'east', environment_scope: '*', masked: false });
    expect(upload).toMatchObject({ alt: 'pass_list.txt', url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\//) });
  });

  test.each([
    ['project-issue get --project-id acme/site --iid 999', '404: 404 Not found'],
    ['project get --id acme/nowhere', '404: 404 Project Not Found'],
    ['-g guest project-label create --project-id acme/site --name x --color red', '403: 403 Forbidden'],
    [
      'project-label create --project-id acme/site --name x --color colourless',
      "400: {'color': ['must be a valid color code']}",
    ],
    ['-g nobody current-user get', '401: 401 Unauthorized'],
    ['-g gone current-user get', '401: invalid_token'],
  ])('%s says what was refused, and exits with 1', async (line, message) => {
    await using shell = await openShell();

    const { code, stdout, stderr } = await shell.gitlabCli(line);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('waits as long as it is told to when throttled', async () => {
    await using shell = await openShell();
    shell.gitlab.fail({ path: '/projects' }, { kind: 'throttle', retryAfterSeconds: 1 }, 1);

    await shell.answer('project list');

    expect(shell.gitlab.requests.map(({ path, status }) => [path, status])).toEqual([
      ['/api/v4/user', 200],
      ['/api/v4/projects', 429],
      ['/api/v4/projects', 200],
    ]);
  });
});
