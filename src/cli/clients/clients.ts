import type { ClientName } from '../../config/client-names.ts';
import { bridgeEntry, bridgeNotes, redirectNote } from './bridge.ts';
import {
  applicationPlaceholder,
  type Client,
  commandEntry,
  type Connection,
  oauthHeaders,
  toJson,
  tokenHeaders,
  tokenPlaceholder,
} from './client.ts';
import { codex } from './codex.ts';

type OAuth = Extract<Connection, { kind: 'oauth' }>;

const replaceToken = `Write your token in place of ${tokenPlaceholder}; this file is not one to share.`;
const variableNote = 'The token is read from the variable GITLAB_TOKEN of the environment that the client runs in.';

const vscode: Client = {
  title: 'VS Code',
  entry(connection) {
    const secret = '${input:gitlab-token}';
    const server = ((): object => {
      switch (connection.kind) {
        case 'stdio':
          return { type: 'stdio', ...commandEntry(connection, secret) };
        case 'http':
          return { type: 'http', url: connection.url, headers: tokenHeaders(connection, secret) };
        case 'oauth':
          return { ...remote(connection), oauth: { clientId: applicationOf(connection) } };
      }
    })();
    const asks = connection.kind === 'stdio' || (connection.kind === 'http' && connection.token === undefined);
    const inputs = asks
      ? { inputs: [{ type: 'promptString', id: 'gitlab-token', description: 'GitLab token', password: true }] }
      : {};
    return {
      language: 'json',
      where: '.vscode/mcp.json',
      text: toJson({ ...inputs, servers: { gitlab: server } }),
      link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'gitlab', ...inputs, ...server }))}`,
      notes: [
        ...(asks ? ['VS Code asks for the token once and keeps it among its secrets.'] : []),
        ...(connection.kind === 'oauth' ? [redirectNote('http://127.0.0.1/', 'https://vscode.dev/redirect')] : []),
      ],
    };
  },
};

/** Where the browser comes back to. */
const claudeCodePort = 8090;

const claudeCode: Client = {
  title: 'Claude Code',
  entry(connection) {
    const secret = '${GITLAB_TOKEN}';
    const where = '.mcp.json';
    switch (connection.kind) {
      case 'stdio': {
        const { command, args = [], env } = commandEntry(connection, secret);
        const variables = Object.entries({ ...env, GITLAB_TOKEN: '$GITLAB_TOKEN' })
          .map(([name, value]) => `--env ${name === 'GITLAB_TOKEN' ? `${name}="${value}"` : quote(`${name}=${value}`)}`)
          .join(' ');
        return {
          language: 'json',
          where,
          text: toJson({ mcpServers: { gitlab: { type: 'stdio', command, args, env } } }),
          command: `claude mcp add gitlab ${variables} -- ${[command, ...args].map(quote).join(' ')}`,
          notes: [variableNote],
        };
      }
      case 'http': {
        const headers = tokenHeaders(connection, secret);
        const options = Object.entries(headers)
          .map(([name, value]) => `--header "${name}: ${value === secret ? '$GITLAB_TOKEN' : value}"`)
          .join(' ');
        return {
          language: 'json',
          where,
          text: toJson({ mcpServers: { gitlab: { type: 'http', url: connection.url, headers } } }),
          command: `claude mcp add --transport http gitlab ${quote(connection.url)} ${options}`,
          notes: connection.token === undefined ? [variableNote] : [],
        };
      }
      case 'oauth': {
        const oauth = { clientId: applicationOf(connection), callbackPort: claudeCodePort };
        const headers = Object.entries(oauthHeaders(connection).headers ?? {}).map(
          ([name, value]) => ` --header "${name}: ${value}"`,
        );
        return {
          language: 'json',
          where,
          text: toJson({ mcpServers: { gitlab: { ...remote(connection), oauth } } }),
          command:
            `claude mcp add gitlab --transport http --client-id ${quote(oauth.clientId)} ` +
            `--callback-port ${claudeCodePort}${headers.join('')} ${quote(connection.url)}`,
          notes: [redirectNote(`http://localhost:${claudeCodePort}/callback`)],
        };
      }
    }
  },
};

const claudeDesktop: Client = {
  title: 'Claude Desktop',
  entry(connection) {
    return {
      language: 'json',
      where: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
      text: toJson({
        mcpServers: {
          gitlab: connection.kind === 'stdio' ? commandEntry(connection, tokenPlaceholder) : bridgeEntry(connection),
        },
      }),
      notes: [
        ...(connection.kind === 'stdio'
          ? [
              'The bundle gitlab-mcp-server.mcpb does without this file: open it, and Claude Desktop asks for the token.',
            ]
          : bridgeNotes(connection)),
        ...(needsToken(connection) ? [replaceToken] : []),
        'Restart Claude Desktop afterwards.',
      ],
    };
  },
};

const cursor: Client = {
  title: 'Cursor',
  entry(connection) {
    const secret = '${env:GITLAB_TOKEN}';
    const server = ((): object => {
      switch (connection.kind) {
        case 'stdio':
          return commandEntry(connection, secret);
        case 'http':
          return { url: connection.url, headers: tokenHeaders(connection, secret) };
        case 'oauth': {
          const auth = { CLIENT_ID: applicationOf(connection), scopes: [connection.scope] };
          return { url: connection.url, ...oauthHeaders(connection), auth };
        }
      }
    })();
    const config = encodeURIComponent(Buffer.from(JSON.stringify(server)).toString('base64'));
    return {
      language: 'json',
      where: '.cursor/mcp.json',
      text: toJson({ mcpServers: { gitlab: server } }),
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=gitlab&config=${config}`,
      notes: [
        ...(needsToken(connection) ? [variableNote] : []),
        ...(connection.kind === 'oauth' ? [redirectNote('cursor://anysphere.cursor-mcp/oauth/callback')] : []),
      ],
    };
  },
};

const opencode: Client = {
  title: 'OpenCode',
  entry(connection) {
    const secret = '{env:GITLAB_TOKEN}';
    const server = ((): object => {
      switch (connection.kind) {
        case 'stdio': {
          const { command, args = [], env } = commandEntry(connection, secret);
          return { type: 'local', command: [command, ...args], enabled: true, environment: env };
        }
        case 'http':
          return { type: 'remote', url: connection.url, enabled: true, headers: tokenHeaders(connection, secret) };
        case 'oauth': {
          const oauth = { clientId: applicationOf(connection), scope: connection.scope };
          return { type: 'remote', url: connection.url, enabled: true, ...oauthHeaders(connection), oauth };
        }
      }
    })();
    return {
      language: 'json',
      where: 'opencode.json',
      text: toJson({ mcp: { gitlab: server } }),
      notes:
        connection.kind === 'oauth'
          ? [redirectNote('http://127.0.0.1:19876/mcp/oauth/callback'), 'Then log in with: opencode mcp auth gitlab']
          : needsToken(connection)
            ? [variableNote]
            : [],
    };
  },
};

interface BridgedClient {
  readonly title: string;
  readonly where: string;
  readonly servers: 'mcpServers' | 'context_servers';
  /** What stands for the token, and what a reader is told of it. */
  readonly secret: string;
  readonly secretNote: string;
  readonly urlName: 'url' | 'serverUrl';
  /** Members of an entry for stdio that the client wants even where they say nothing. */
  readonly wanted?: object;
}

/** A client with a file of servers, which leaves OAuth to a bridge. */
function bridgedClient({ title, where, servers, secret, secretNote, urlName, wanted = {} }: BridgedClient): Client {
  const serverOf = (connection: Connection): object => {
    switch (connection.kind) {
      case 'stdio':
        return { ...wanted, ...commandEntry(connection, secret) };
      case 'http':
        return { [urlName]: connection.url, headers: tokenHeaders(connection, secret) };
      case 'oauth':
        return bridgeEntry(connection);
    }
  };
  return {
    title,
    entry(connection) {
      return {
        language: 'json',
        where,
        text: toJson({ [servers]: { gitlab: serverOf(connection) } }),
        notes: [
          ...(needsToken(connection) ? [secretNote] : []),
          ...(connection.kind === 'oauth' ? bridgeNotes(connection) : []),
        ],
      };
    },
  };
}

const zed = bridgedClient({
  title: 'Zed',
  where: 'settings.json (zed: open settings)',
  servers: 'context_servers',
  secret: tokenPlaceholder,
  secretNote: replaceToken,
  urlName: 'url',
  wanted: { args: [] },
});

const jetbrains = bridgedClient({
  title: 'JetBrains AI Assistant',
  where: 'Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add, As JSON',
  servers: 'mcpServers',
  secret: tokenPlaceholder,
  secretNote: replaceToken,
  urlName: 'url',
});

const windsurf = bridgedClient({
  title: 'Windsurf',
  where: '~/.codeium/windsurf/mcp_config.json',
  servers: 'mcpServers',
  secret: '${env:GITLAB_TOKEN}',
  secretNote: variableNote,
  urlName: 'serverUrl',
});

/** Every client there is an entry for, by its name on the command line. */
export const clients: Readonly<Record<ClientName, Client>> = {
  vscode,
  'claude-code': claudeCode,
  'claude-desktop': claudeDesktop,
  cursor,
  opencode,
  zed,
  jetbrains,
  windsurf,
  codex,
};

function remote(connection: OAuth): object {
  return { type: 'http', url: connection.url, ...oauthHeaders(connection) };
}

function applicationOf({ applicationId }: OAuth): string {
  return applicationId ?? applicationPlaceholder;
}

function needsToken(connection: Connection): boolean {
  return connection.kind === 'stdio' || (connection.kind === 'http' && connection.token === undefined);
}

/** A word as a POSIX shell reads it back. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
