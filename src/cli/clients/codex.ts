import { bridgeEntry, bridgeNotes } from './bridge.ts';
import { type Client, commandEntry, tokenPlaceholder } from './client.ts';

/** Codex reads TOML. */
export const codex: Client = {
  title: 'Codex',
  entry(connection) {
    const where = '~/.codex/config.toml';
    if (connection.kind === 'http') {
      const { url, instance, token } = connection;
      const literal = {
        ...(token === undefined ? {} : { 'PRIVATE-TOKEN': token }),
        ...(instance === undefined ? {} : { 'GITLAB-URL': instance }),
      };
      const headers = Object.keys(literal).length === 0 ? {} : { http_headers: literal };
      const secret = token === undefined ? { env_http_headers: { 'PRIVATE-TOKEN': 'GITLAB_TOKEN' } } : {};
      return {
        language: 'toml',
        where,
        text: toTable({ url, ...headers, ...secret }),
        notes:
          token === undefined
            ? ['The token is read from the variable GITLAB_TOKEN of the environment that Codex runs in.']
            : [],
      };
    }
    if (connection.kind === 'oauth') {
      return { language: 'toml', where, text: toTable(bridgeEntry(connection)), notes: bridgeNotes(connection) };
    }
    return {
      language: 'toml',
      where,
      text: toTable(commandEntry(connection, tokenPlaceholder)),
      notes: [`Write your token in place of ${tokenPlaceholder}; this file is not one to share.`],
    };
  },
};

type Value = string | readonly string[] | Readonly<Record<string, string>>;

function toTable(entry: Readonly<Record<string, Value | undefined>>): string {
  const lines = Object.entries(entry).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} = ${toToml(value)}`,
  );
  return ['[mcp_servers.gitlab]', ...lines].join('\n');
}

/** Strings and keys of JSON are strings and keys of TOML. */
function toToml(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
  const pairs = Object.entries(value).map(
    ([name, text]) => `${/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name)} = ${JSON.stringify(text)}`,
  );
  return `{ ${pairs.join(', ')} }`;
}

/** `Array.isArray` does not tell a readonly array from the rest. */
function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}
