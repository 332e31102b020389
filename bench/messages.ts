/** A request as it is sent: body and headers. */
export interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Revision = '2025-11-25' | '2026-07-28';

/** A request of a revision on behalf of a credential, with the headers that mirror its body where there are such. */
export function message(
  method: string,
  params: Readonly<Record<string, unknown>>,
  { token = 'bench-token', revision = '2025-11-25' }: { readonly token?: string; readonly revision?: Revision } = {},
): Message {
  const common = { 'content-type': 'application/json', 'private-token': token, 'mcp-protocol-version': revision };
  if (revision !== '2026-07-28') {
    return { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers: common };
  }
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  };
  const { name, arguments: args } = params;
  const action = typeof args === 'object' && args !== null && 'action' in args ? args.action : undefined;
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
    headers: {
      ...common,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...(typeof action === 'string' ? { 'mcp-param-action': action } : {}),
    },
  };
}

/** A call of one action. */
export function action(
  id: string,
  params: Readonly<Record<string, unknown>>,
  options?: { readonly token?: string; readonly revision?: Revision },
): Message {
  return message('tools/call', { name: 'gitlab_execute_action', arguments: { action: id, params } }, options);
}

/** As long as the tokens that GitLab issues. */
export function tokenOf(index: number): string {
  return `glpat-bench${String(index).padStart(15, '0')}`;
}
