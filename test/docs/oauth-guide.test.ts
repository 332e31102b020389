import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { issueTokens, metadataUrl, publicUrl, startOAuthServer } from '../support/oauth.ts';
import { codeBlocks, readPages } from './pages.ts';

const recipes = readPages('docs/guides/oauth.md')
  .flatMap((page) => codeBlocks(page, 'sh'))
  .filter((block) => block.startsWith('curl'));

test('the recipes of the OAuth guide register an application, and lead to a token that lists the tools', async () => {
  await using server = await startOAuthServer();
  const { gitlab } = server;
  const [register = '', challenge = '', metadata = '', tokenInfo = '', list = '', ...others] = recipes;
  const run = async (recipe: string, environment: Readonly<Record<string, string>> = {}): Promise<string> => {
    const line = recipe
      .replaceAll('https://gitlab.example.com', gitlab.url)
      .replaceAll('https://mcp.example.com', new URL(server.url).origin);
    const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment };
    return (await promisify(execFile)('sh', ['-c', line], { env, timeout: 20_000 })).stdout;
  };

  const registered = JSON.parse(await run(register, { ADMIN_TOKEN: gitlab.tokens.root })) as {
    readonly application_id: string;
  };
  const tokens = await issueTokens(gitlab, {
    clientId: registered.application_id,
    user: 'alice',
    scope: 'api',
    // GitLab lets a client on the user's machine choose the port.
    redirectUri: 'http://127.0.0.1:40123/callback',
  });
  server.secrets.add(tokens.access_token);
  const environment = { OAUTH_TOKEN: tokens.access_token };

  expect(await run(challenge)).toMatch(/^HTTP\/1.1 401 [^]*WWW-Authenticate: Bearer /i);
  expect(await run(challenge)).toContain(metadataUrl);
  expect(JSON.parse(await run(metadata))).toMatchObject({
    resource: publicUrl,
    authorization_servers: [gitlab.url],
    scopes_supported: ['api'],
  });
  expect(JSON.parse(await run(tokenInfo, environment))).toMatchObject({
    scope: ['api'],
    application: { uid: registered.application_id },
  });
  expect(await run(list, environment)).toContain('gitlab_find_action');
  expect(others).toEqual([]);
});
