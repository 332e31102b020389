import { isLoopbackHost } from '../../config/addresses.ts';
import { applicationPlaceholder, type Connection, tokenPlaceholder } from './client.ts';

type Remote = Exclude<Connection, { kind: 'stdio' }>;

/** A port of this machine that the browser comes back to. It is part of a redirect URI, so it has to be the same each time. */
const callbackPort = 3334;

/**
 * For clients that start commands and cannot send a header, or cannot be told an OAuth application: the package
 * `mcp-remote` stands between and does either.
 */
export function bridgeEntry(connection: Remote): {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
} {
  const { url, instance } = connection;
  const isPlain = url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname);
  const common = [
    ...(instance === undefined ? [] : ['--header', `GITLAB-URL:${instance}`]),
    // The bridge refuses to send anything to another machine in the clear unless told to.
    ...(isPlain ? ['--allow-http'] : []),
  ];
  if (connection.kind === 'http') {
    return {
      command: 'npx',
      args: ['-y', 'mcp-remote', url, '--header', 'PRIVATE-TOKEN:${GITLAB_TOKEN}', ...common],
      env: { GITLAB_TOKEN: connection.token ?? tokenPlaceholder },
    };
  }
  const application = JSON.stringify({ client_id: connection.applicationId ?? applicationPlaceholder });
  const asked = JSON.stringify({ scope: connection.scope });
  const login = ['--static-oauth-client-info', application, '--static-oauth-client-metadata', asked];
  return {
    command: 'npx',
    args: ['-y', 'mcp-remote', url, String(callbackPort), ...login, ...common],
  };
}

/** What to know about the bridge, beside the entry. */
export function bridgeNotes(connection: Remote): readonly string[] {
  return [
    'The package mcp-remote stands between the client and the server; it needs Node.js.',
    ...(connection.kind === 'oauth' ? [redirectNote(`http://localhost:${callbackPort}/oauth/callback`)] : []),
  ];
}

/** What GitLab has to be told once, for a client that comes back to a known address. */
export function redirectNote(...uris: readonly string[]): string {
  return `The OAuth application needs the redirect URI${uris.length === 1 ? '' : 's'} ${uris.join(' and ')}.`;
}
