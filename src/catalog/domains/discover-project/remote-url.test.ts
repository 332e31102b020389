import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordRequests } from '../../../../test/support/record-requests.ts';
import { AppError } from '../../../errors/app-error.ts';
import { parseInstance } from '../../../gitlab/instance.ts';
import { discoverProjectActions } from './discover-project-actions.ts';
import { parseRemoteUrl } from './remote-url.ts';

const resolve = discoverProjectActions[0]!;
const instance = parseInstance('https://gitlab.example');

describe('parseRemoteUrl', () => {
  test.each([
    ['https://gitlab.example/acme/site.git', 'acme/site'],
    ['https://user:secret@gitlab.example:8443/acme/team/site.git/', 'acme/team/site'],
    ['http://GitLab.Example/acme/site', 'acme/site'],
    ['git@gitlab.example:acme/site.git', 'acme/site'],
    ['gitlab.example:acme/site', 'acme/site'],
    ['ssh://git@gitlab.example:2222/acme/site.git', 'acme/site'],
    ['https://gitlab.example/acme/site/-/merge_requests/3', 'acme/site'],
    ['https://gitlab.example/acme/pro.j.git', 'acme/pro.j'],
    [' https://gitlab.example/acme/%C3%BC.git ', 'acme/ü'],
  ])('%s names %s', (url, path) => {
    expect(parseRemoteUrl(url, instance)).toMatchObject({ path, isHere: true });
  });

  test('T-13: the base path of a relative installation is no part of the project', () => {
    const relative = parseInstance('https://host.example/gitlab');

    expect(parseRemoteUrl('https://host.example/gitlab/acme/site.git', relative).path).toBe('acme/site');
    expect(parseRemoteUrl('git@host.example:acme/site.git', relative).path).toBe('acme/site');
  });

  test('another host is told', () => {
    expect(parseRemoteUrl('git@elsewhere.example:a/b.git', instance)).toEqual({
      path: 'a/b',
      host: 'elsewhere.example',
      isHere: false,
    });
  });

  test.each([
    '',
    'acme/site',
    'https://gitlab.example/',
    'https://gitlab.example/acme',
    '/srv/git/site.git',
    'C:\\git\\x',
  ])('%s is refused', (url) => {
    expect(() => parseRemoteUrl(url, instance)).toThrow(AppError);
  });

  test('T-09: nothing but a project path below the API can come of any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.webUrl(), fc.string()), async (text) => {
        const { requests } = await recordRequests(resolve, { remote_url: text }, { answers: [{}] });

        for (const { path } of requests) expect(path).toMatch(/^\/projects\/[^/?#]+$/);
      }),
      { examples: [['https://gitlab.example/a/../../admin'], ['git@h:../../admin/x'], ['https://h/a/%2e%2e/b']] },
    );
  });
});

describe('discover_project.resolve', () => {
  test('asks for the project and answers what identifies it', async () => {
    const { sent, outcome } = await recordRequests(
      resolve,
      { remote_url: 'git@gitlab.example:acme/site.git' },
      {
        answers: [{ id: 7, name: 'Site', path_with_namespace: 'acme/site', runners_token: 'x', default_branch: null }],
      },
    );

    expect(sent).toEqual(['GET /projects/acme%2Fsite']);
    expect(outcome?.value).toEqual({
      id: 7,
      name: 'Site',
      path_with_namespace: 'acme/site',
      default_branch: null,
      extracted_path: 'acme/site',
    });
    expect(outcome?.notes).toEqual([]);
  });

  test('a remote on another host is looked for all the same, with a note', async () => {
    const { outcome } = await recordRequests(
      resolve,
      { remote_url: 'git@ssh.gitlab.example:acme/site.git' },
      { answers: [{ id: 7 }] },
    );

    expect(outcome?.notes[0]).toContain('ssh.gitlab.example');
  });
});
