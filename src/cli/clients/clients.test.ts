import { describe, expect, test } from 'vitest';
import type { Connection } from './client.ts';
import { clients } from './clients.ts';
import { installedCommand } from './launch.ts';

const secret = 'glpat-not-to-be-seen';
const connections: readonly Connection[] = [
  {
    kind: 'stdio',
    instance: 'https://gitlab.example.com',
    launch: installedCommand,
    args: ['--log-level=warn'],
    environment: { GITLAB_MCP_READ_ONLY: 'true' },
  },
  { kind: 'http', url: 'https://mcp.example.com/mcp', instance: 'https://two.example.com' },
  {
    kind: 'oauth',
    url: 'https://mcp.example.com/mcp',
    instance: 'https://two.example.com',
    applicationId: 'app-7',
    scope: 'api',
  },
];
const cases = Object.entries(clients).flatMap(([name, client]) =>
  connections.map((connection) => [name, connection.kind, client, connection] as const),
);

describe('the entries for clients', () => {
  test.each(cases)('%s over %s is well-formed and says all there is to say', (_, kind, client, connection) => {
    const { language, text, where, notes } = client.entry(connection);

    if (language === 'json') expect(() => JSON.parse(text)).not.toThrow();
    else expect(parseToml(text)).toHaveProperty('mcp_servers.gitlab');
    const wanted = {
      stdio: ['gitlab-mcp-server', '--log-level=warn', 'https://gitlab.example.com', 'GITLAB_MCP_READ_ONLY'],
      http: ['https://mcp.example.com/mcp', 'PRIVATE-TOKEN', 'GITLAB-URL', 'https://two.example.com'],
      oauth: ['https://mcp.example.com/mcp', 'app-7', 'GITLAB-URL', 'https://two.example.com'],
    }[kind];
    for (const word of wanted) expect(text).toContain(word);
    expect([where, ...notes].filter((line) => line === '')).toEqual([]);
  });

  test('a client that can ask for a secret or read a variable is not made to keep the token', () => {
    const [, http] = connections;
    if (http === undefined) throw new Error('no connection');

    const keeping = Object.entries(clients).filter(([, client]) => client.entry(http).text.includes('<your token>'));

    expect(keeping.map(([name]) => name)).toEqual(['claude-desktop', 'zed', 'jetbrains']);
  });

  test('the links carry the same server as the text', () => {
    for (const connection of connections) {
      const vscode = clients.vscode.entry(connection);
      const { name, inputs, ...server } = JSON.parse(
        decodeURIComponent(vscode.link?.replace('vscode:mcp/install?', '') ?? ''),
      ) as Record<string, unknown>;
      expect({ ...(inputs === undefined ? {} : { inputs }), servers: { [String(name)]: server } }).toEqual(
        JSON.parse(vscode.text),
      );

      const cursor = clients.cursor.entry(connection);
      const query = new URL(cursor.link ?? '').searchParams;
      const config: unknown = JSON.parse(Buffer.from(query.get('config') ?? '', 'base64').toString());
      expect({ mcpServers: { [query.get('name') ?? '']: config } }).toEqual(JSON.parse(cursor.text));
    }
  });

  test('a token of the demo stands in the entry, and nothing is asked for', () => {
    const connection: Connection = {
      kind: 'http',
      url: 'http://127.0.0.1:8080/mcp',
      instance: undefined,
      token: secret,
    };

    for (const client of Object.values(clients)) {
      const { text, notes } = client.entry(connection);
      expect(text).toContain(secret);
      expect(text).not.toMatch(/\$\{(input|env):|<your token>|promptString/);
      expect(notes.join(' ')).not.toMatch(/GITLAB_TOKEN|asks for/);
    }
  });

  test('a word with a quote or a blank survives the shell', () => {
    const { command } = clients['claude-code'].entry({
      kind: 'stdio',
      instance: 'https://gitlab.example.com',
      launch: { command: "/home/o'neil/my node", args: [] },
      args: [],
      environment: {},
    });

    expect(command).toContain(`-- '/home/o'\\''neil/my node'`);
  });
});

/** As much of TOML as the entry uses: one table, strings, lists and inline tables. */
function parseToml(text: string): object {
  const [head = '', ...lines] = text.split('\n');
  const entries = lines.map((line) => {
    const [, name = '', value = ''] = /^(\w+) = (.+)$/.exec(line) ?? [];
    const json = value.replaceAll(
      /([{,] )("?[\w-]+"?) = /g,
      (_, before: string, key: string) => `${before}${JSON.stringify(key.replaceAll('"', ''))}: `,
    );
    return [name, JSON.parse(json)] as const;
  });
  const path = head.slice(1, -1).split('.');
  return path.reduceRight<object>((inner, key) => ({ [key]: inner }), Object.fromEntries(entries));
}
