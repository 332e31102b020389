/** A way to reach the server over HTTP, as a client's configuration wants it. */
export interface ClientTarget {
  readonly url: string;
  readonly token: string;
}

interface ClientExample {
  readonly client: string;
  /** Where the text goes. */
  readonly where: string;
  readonly text: string;
}

/** Ready-to-paste entries for the clients most people use, and one request by hand. */
export function clientExamples({ url, token }: ClientTarget): readonly ClientExample[] {
  const headers = { 'PRIVATE-TOKEN': token };
  return [
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      text: toJson({ servers: { gitlab: { type: 'http', url, headers } } }),
    },
    {
      client: 'Claude Code',
      where: 'in a terminal',
      text: `claude mcp add --transport http gitlab ${url} --header "PRIVATE-TOKEN: ${token}"`,
    },
    {
      client: 'Cursor',
      where: '.cursor/mcp.json',
      text: toJson({ mcpServers: { gitlab: { url, headers } } }),
    },
    {
      client: 'OpenCode',
      where: 'opencode.json',
      text: toJson({ mcp: { gitlab: { type: 'remote', url, enabled: true, headers } } }),
    },
    { client: 'curl', where: 'in a terminal', text: curlLine({ url, token }) },
  ];
}

/** Lists the tools with one request and no client at all. */
function curlLine({ url, token }: ClientTarget): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return `curl -s ${url} -H 'PRIVATE-TOKEN: ${token}' -H 'Content-Type: application/json' -d '${body}'`;
}

function toJson(value: object): string {
  return JSON.stringify(value, null, 2);
}
