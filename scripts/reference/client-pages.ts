import { type Client, type Connection, type ClientEntry } from '../../src/cli/clients/client.ts';
import { clients } from '../../src/cli/clients/clients.ts';
import { installedCommand } from '../../src/cli/clients/launch.ts';
import { type ClientName, clientNames } from '../../src/config/client-names.ts';

/** `docs/guides/clients/<name>.md`, one for each client: what `--print-config` prints for it. */
export const clientPages = clientNames.map((name) => ({
  path: `docs/guides/clients/${name}.md`,
  render: () => renderClientPage(name, clients[name]),
}));

const url = 'https://mcp.example.com/mcp';

interface Way {
  readonly title: string;
  readonly text: string;
  /** Flags beside `--print-config`, and variables before the command. */
  readonly flags: string;
  readonly variables: string;
  readonly connection: Connection;
}

const ways: readonly Way[] = [
  {
    title: 'Over stdio',
    text: 'The client starts the command itself, on your machine and with your token.',
    flags: '',
    variables: 'GITLAB_URL=https://gitlab.example.com ',
    connection: {
      kind: 'stdio',
      instance: 'https://gitlab.example.com',
      launch: installedCommand,
      args: [],
      environment: {},
    },
  },
  {
    title: 'Over HTTP with a token',
    text: 'The server runs somewhere else, [for a team](../serve-a-team.md), and you send your own token.',
    flags: ` --http --public-url=${url}`,
    variables: '',
    connection: { kind: 'http', url, instance: undefined },
  },
  {
    title: 'Over HTTP with a login',
    text: 'Where the server [has OAuth](../oauth.md), you log in to GitLab in the browser and write no token down.',
    flags: ` --http --public-url=${url} --auth-mode=oauth`,
    variables: '',
    connection: { kind: 'oauth', url, instance: undefined, applicationId: undefined, scope: 'api' },
  },
];

function renderClientPage(name: ClientName, client: Client): string {
  const chapters = ways.map((way) => renderWay(name, way, client.entry(way.connection)));
  return `${[introduce(name, client), ...chapters].join('\n\n')}\n`;
}

function introduce(name: ClientName, { title }: Client): string {
  return `# ${title}

Generated from what \`--print-config=${name}\` prints, by \`npm run reference\`. With the flags of your own server the command
prints your own address; [the other clients](../clients.md) are a page each.`;
}

function renderWay(name: ClientName, { title, text, flags, variables }: Way, entry: ClientEntry): string {
  const { language, where, text: body, command, link, notes } = entry;
  return [
    `## ${title}`,
    text,
    fence('sh', `${variables}gitlab-mcp-server --print-config=${name}${flags}`),
    `prints the entry for ${where}:`,
    fence(language, body),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${escape(note)}`).join('\n')]),
    ...(command === undefined ? [] : ['The same in a terminal:', fence('sh', command)]),
    ...(link === undefined
      ? []
      : ['Or paste this address into your browser, and the client offers to add it:', fence('text', link)]),
  ].join('\n\n');
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A placeholder in angle brackets would be taken for HTML. */
function escape(text: string): string {
  return text.replaceAll(/<[^>]+>/g, '`$&`');
}
