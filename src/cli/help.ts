import type { Kind } from '../config/kind.ts';
import { type OptionEntry, optionEntries } from '../config/option-index.ts';
import { type Topic, flagName, topics } from '../config/option-spec.ts';
import { wrap } from './wrap.ts';

/** The whole help text, at most 80 columns wide; ends in a line break. */
export function renderHelp(): string {
  return `${[introduction, ...renderTopics(), precedence, examples].join('\n\n')}\n`;
}

const introduction = `gitlab-mcp-server: lets AI assistants work with GitLab, over the Model Context
Protocol.

Usage:
  gitlab-mcp-server [flags]                      one client, on stdin and stdout
  gitlab-mcp-server --http --gitlab-url <url>    many clients, over HTTP
  gitlab-mcp-server --demo                       try it without a GitLab
  gitlab-mcp-server --print-config=vscode        what a client has to be told
  gitlab-mcp-server --doctor                     what is wrong, and the cure

One dash or two. A value follows after = or a space; a switch takes one only
after =, as in --stateless=false. Reading ends at the first word that is not a
flag. Variables stand in brackets; [http] marks a flag that stdio ignores.`;

const precedence = `Where a setting comes from:
${wrap('A flag wins over its variable, and the environment over ~/.gitlab-mcp-server.env and the file named by --env-file, which wins over the former. An empty variable counts as unset. A .env file in the working directory is never read.', 2)}`;

const examples = `Configuration of a client, stdio:
  {
    "mcpServers": {
      "gitlab": {
        "command": "gitlab-mcp-server",
        "env": {
          "GITLAB_URL": "https://gitlab.example.com",
          "GITLAB_TOKEN": "<token with the scope api or read_api>"
        }
      }
    }
  }

Configuration of a client, HTTP:
  {
    "mcpServers": {
      "gitlab": {
        "type": "http",
        "url": "https://mcp.example.com/mcp",
        "headers": { "PRIVATE-TOKEN": "<token>" }
      }
    }
  }`;

function renderTopics(): string[] {
  // An entry of `topics` is a Topic; Object.entries forgets the key type.
  return (Object.entries(topics) as [Topic, string][]).map(([topic, title]) => {
    const entries = optionEntries.filter(({ spec }) => spec.topic === topic);
    return [`${title}:`, ...entries.map(renderEntry)].join('\n');
  });
}

function renderEntry({ spec }: OptionEntry): string {
  const { head, text } = describeOption(spec);
  return `  ${head}\n${wrap(text, 6)}`;
}

/** How an option is written, and all there is to say about it, for the help and the manual page. */
export function describeOption(spec: OptionEntry['spec']): { readonly head: string; readonly text: string } {
  const { flag, variable, kind, help } = spec;
  const written =
    flag === undefined ? `${variable?.name ?? ''}=<${kind.placeholder || 'true|false'}>` : showFlag(flag.name, kind);
  const isLong = written.length > 78 && kind.placeholder.includes('|');
  const notes = [
    ...(isLong ? [`One of ${kind.accepts}.`] : []),
    ...(spec.default === '' || spec.default === 'false' ? [] : [`Default ${spec.default}.`]),
    ...(flag?.readBy === 'http' ? ['[http]'] : []),
    ...(flag !== undefined && variable !== undefined ? [`[${variable.name}]`] : []),
  ];
  const head = isLong ? written.replace(`<${kind.placeholder}>`, '<word>') : written;
  return { head, text: [help, ...notes].join(' ') };
}

/** `--http`, `--doctor[=json]`, `--http-addr <address>`. */
export function showFlag(
  name: string,
  { flagType, placeholder }: Pick<Kind<unknown>, 'flagType' | 'placeholder'>,
): string {
  if (placeholder === '') return flagName(name);
  return flagType === 'bool' ? `${flagName(name)}[=${placeholder}]` : `${flagName(name)} <${placeholder}>`;
}
