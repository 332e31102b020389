import { describe, expect, test } from 'vitest';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { parseGitmodules, submoduleProject } from './gitmodules.ts';
import { submodules } from './submodules.ts';

const [list, readFile] = submodules;

const gitmodules = `[submodule "one"]
	path = libs/one
	url = ../tools/one.git
	branch = stable
[core]
	path = ignored
[submodule "two"]
	path = "libs/t wo"
	url = https://other.example/x/two.git ; a comment
[submodule "broken"]
	path = nowhere
`;

describe('parseGitmodules', () => {
  test('reads what declares a submodule and nothing else', () => {
    expect(parseGitmodules(gitmodules)).toEqual([
      { name: 'one', path: 'libs/one', url: '../tools/one.git', branch: 'stable' },
      { name: 'two', path: 'libs/t wo', url: 'https://other.example/x/two.git' },
    ]);
  });
});

describe('submoduleProject', () => {
  test.each([
    ['../tools/one.git', 'acme/tools/one'],
    ['../../other/one', 'other/one'],
    ['./one', 'acme/site/one'],
    ['https://gitlab.example/gl/acme/one.git', 'acme/one'],
    ['https://gitlab.example/acme/one.git', undefined],
    ['git@gitlab.example:acme/sub.group/one.git', 'acme/sub.group/one'],
    ['ssh://git@gitlab.example:2222/acme/one.git', 'acme/one'],
    ['https://elsewhere.example/gl/acme/one.git', undefined],
    ['git@elsewhere.example:acme/one.git', undefined],
    ['https://gitlab.example/gl/acme/..%2f..%2fadmin', undefined],
    ['../../../..', undefined],
    ['file:///srv/one.git', undefined],
  ])('%s is the project %s', (url, project) => {
    expect(submoduleProject(url, 'acme/site', 'https://gitlab.example/gl')).toBe(project);
  });
});

function standIn() {
  return startStandIn((request, reply) => {
    const { url } = request;
    if (url.includes('.gitmodules')) {
      replyJson(reply, { encoding: 'base64', content: Buffer.from(gitmodules).toString('base64') });
    } else if (url.includes('/tree')) {
      replyJson(reply, [
        { id: 'aa11', type: 'commit', path: 'libs/one' },
        { id: 'bb22', type: 'blob', path: 'libs/readme' },
      ]);
    } else if (url.includes('/files/')) {
      replyJson(reply, {
        file_path: 'src/x.c',
        encoding: 'base64',
        content: Buffer.from('int x;\n').toString('base64'),
      });
    } else replyJson(reply, { path_with_namespace: 'acme/site' });
  });
}

describe('submodules', () => {
  test('are listed with project and pinned commit', async () => {
    await using gitlab = await standIn();

    const { value } = await gitlab.run(list, { project_id: 7 });

    expect(value).toEqual([
      {
        name: 'one',
        path: 'libs/one',
        url: '../tools/one.git',
        branch: 'stable',
        project_path: 'acme/tools/one',
        commit_sha: 'aa11',
      },
      {
        name: 'two',
        path: 'libs/t wo',
        url: 'https://other.example/x/two.git',
        project_path: null,
        commit_sha: null,
      },
    ]);
    expect(gitlab.seen()).toEqual([
      'GET /projects/7/repository/files/.gitmodules?ref=HEAD',
      'GET /projects/7',
      'GET /projects/7/repository/tree?path=libs&ref=HEAD&per_page=100&page=1',
    ]);
  });

  test('a repository without the file has none', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { message: '404 File Not Found' }, {}, 404));

    const { value, notes } = await gitlab.run(list, { project_id: 7 });

    expect(value).toEqual([]);
    expect(notes.join()).toContain('no submodules');
  });

  test('a project that cannot be seen is an error', async () => {
    await using gitlab = await startStandIn((_, reply) =>
      replyJson(reply, { message: '404 Project Not Found' }, {}, 404),
    );

    await expect(gitlab.run(list, { project_id: 7 })).rejects.toMatchObject({ status: 404 });
  });

  test('a file is read from the project of the submodule at the pinned commit', async () => {
    await using gitlab = await standIn();

    const { value } = await gitlab.run(readFile, {
      project_id: 'acme/site',
      submodule_path: 'libs/one',
      file_path: 'src/x.c',
    });

    expect(value).toMatchObject({
      content: 'int x;\n',
      encoding: 'text',
      submodule: { path: 'libs/one', project_path: 'acme/tools/one', commit_sha: 'aa11' },
    });
    expect(gitlab.seen().at(-1)).toBe('GET /projects/acme%2Ftools%2Fone/repository/files/src%2Fx.c?ref=aa11');
  });

  test('a submodule that is not declared is refused with those that are', async () => {
    await using gitlab = await standIn();

    const run = gitlab.run(readFile, { project_id: 'acme/site', submodule_path: 'libs/x', file_path: 'a' });

    await expect(run).rejects.toThrow('there are libs/one, libs/t wo');
  });

  test('a submodule on another host is refused', async () => {
    await using gitlab = await standIn();

    const run = gitlab.run(readFile, { project_id: 'acme/site', submodule_path: 'libs/t wo', file_path: 'a' });

    await expect(run).rejects.toThrow('outside this GitLab');
  });
});
