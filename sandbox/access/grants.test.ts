import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const site = '/projects/acme%2Fsite';

describe('fine-grained tokens (§2.7)', () => {
  test('a grant opens what it names', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    for (const path of ['/user', '/metadata', site, '/groups/acme', '/namespaces']) {
      expect((await ask(path, { as: 'granular' })).status, path).toBe(200);
    }
  });

  test('a missing permission is refused with its name and boundary', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect(await ask('/user', { as: 'granularWithoutUser' })).toMatchObject({
      status: 403,
      json: {
        error: 'insufficient_granular_scope',
        error_description:
          'Access denied: This operation requires a fine-grained personal access token with the following user permissions: [User: Read].',
      },
    });
    expect((await ask(`${site}/archive`, { as: 'granular', method: 'POST' })).json).toMatchObject({
      error_description: expect.stringContaining('the following project permissions: [Project: Archive].'),
    });
    expect((await ask('/version', { as: 'granularWithoutUser' })).json).not.toHaveProperty('scope');
  });

  test('a route without a declared permission does not support them', async () => {
    await using context = await startWithClient();

    expect((await context.ask('/users/3/followers', { as: 'granular' })).json).toEqual({
      error: 'insufficient_granular_scope',
      error_description: "Access denied: This operation doesn't support fine-grained personal access tokens.",
    });
  });

  test('a grant for one project does not reach another, and does not reveal what the user cannot see', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask(site, { as: 'granularOneProject' })).status).toBe(200);
    expect((await ask('/projects/orbital%2Fground-station', { as: 'granularOneProject' })).status).toBe(403);
    expect(await ask('/projects/does%2Fnot-exist', { as: 'granularOneProject' })).toMatchObject({
      status: 404,
      json: { message: '404 Not Found' },
    });
  });

  test('a grant for a group reaches the projects below it', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const groupId = gitlab.world.groups.at('acme').id;
    gitlab.controls.grant('granular', [
      { access: 'selected_memberships', permissions: ['read_project'], projectId: null, groupId },
    ]);

    expect((await ask('/projects/acme%2Fplatform%2Fdeploy-tools', { as: 'granular' })).status).toBe(200);
    expect((await ask('/projects/orbital%2Fhandbook', { as: 'granular' })).status).toBe(403);
  });

  test('the token says it is granular, and shows its grants by id but not about itself', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const self = await ask('/personal_access_tokens/self', { as: 'granular' });
    const { id } = self.json as { id: number };
    const byId = await ask(`/personal_access_tokens/${id}`, { as: 'granular' });

    expect(self.json).toMatchObject({ granular: true, scopes: ['granular'], active: true });
    expect(self.json).not.toHaveProperty('granular_scopes');
    expect((byId.json as { granular_scopes: unknown[] }).granular_scopes[1]).toEqual({
      access: 'instance',
      permissions: ['read_metadata'],
      project_id: null,
      group_id: null,
    });
  });

  test('the feature can be off', async () => {
    await using context = await startWithClient();
    context.gitlab.configure({ granularTokens: false });

    expect((await context.ask('/user', { as: 'granular' })).json).toMatchObject({
      error_description: 'Access denied: Fine-grained personal access tokens are not yet supported.',
    });
  });

  test('a group may refuse classic tokens in the same words', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    gitlab.world.groups.at('acme').enforcesGranularTokens = true;

    expect(await ask(site, { as: 'alice' })).toMatchObject({
      status: 403,
      json: { error: 'insufficient_granular_scope' },
    });
    expect((await ask('/projects/orbital%2Fhandbook', { as: 'alice' })).status).toBe(200);
  });
});
