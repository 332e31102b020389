import { describe, expect, test } from 'vitest';
import { surfaceNames } from '../support/call-action.ts';
import { modern, post, startServer, type TestServer } from '../support/server.ts';

const flags = ['--description-substitutions=GitLab=GL,merge request=change\\, proposed'] as const;
const lists = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const;

describe.each(surfaceNames)('START-15: --description-substitutions on the surface %s', (surface) => {
  test('rewrites what is listed for people, and nothing that clients send back', async () => {
    await using plain = await startServer({ flags: [`--tool-surface=${surface}`] });
    await using rewritten = await startServer({ flags: [`--tool-surface=${surface}`, ...flags] });

    for (const method of lists) {
      const before = await ask(plain, method);
      const after = await ask(rewritten, method);

      expect(JSON.stringify(before)).toMatch(/GitLab|merge request/);
      expect(after).toEqual(rewriteTexts(before));
    }
  });

  test('leaves results alone', async () => {
    await using server = await startServer({ flags: [`--tool-surface=${surface}`, ...flags] });

    const manifest = JSON.stringify(await ask(server, 'resources/read', { uri: 'gitlab://tools' }));

    expect(manifest).toContain('merge request');
    expect(manifest).not.toContain('change, proposed');
  });
});

/** The substitutions once more, in a program of their own. */
function rewriteTexts(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    return key === 'title' || key === 'description'
      ? value.split('GitLab').join('GL').split('merge request').join('change, proposed')
      : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => rewriteTexts(each));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [name, rewriteTexts(each, name)]),
  );
}

async function ask(server: TestServer, method: string, params = {}): Promise<unknown> {
  const { body, headers } = modern(method, params);
  const token = server.gitlab.tokens['alice'] ?? '';
  const { messages } = await post(server.url, body, { token, headers });
  return messages[0]?.result;
}
