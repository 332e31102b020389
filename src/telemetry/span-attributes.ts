/** Every attribute a span can have, declared once. The reference page is made from this table. */
export const spanAttributes = {
  'mcp.method.name': { on: 'MCP', meaning: 'The method, as the client wrote it.' },
  'gitlab_mcp.tool_surface': { on: 'MCP', meaning: '`dynamic`, `meta` or `individual`.' },
  'network.transport': { on: 'MCP', meaning: '`pipe` on stdio, `tcp` over HTTP.' },
  'mcp.protocol.version': { on: 'MCP', meaning: 'The protocol revision of the request.' },
  'mcp.session.id': { on: 'MCP', meaning: 'The session, with `--stateless=false` only.' },
  'gen_ai.operation.name': { on: 'MCP, `tools/call`', meaning: 'Always `execute_tool`.' },
  'gen_ai.tool.name': { on: 'MCP, `tools/call`', meaning: 'The tool, as the client named it.' },
  'gen_ai.prompt.name': { on: 'MCP, `prompts/get`', meaning: 'The prompt, as the client named it.' },
  'gitlab_mcp.action': { on: 'MCP, `tools/call`', meaning: 'The action the call stands for, such as `issue.list`.' },
  'gitlab_mcp.domain': { on: 'MCP, `tools/call`', meaning: 'The domain of the action, such as `issue`.' },
  'gitlab_mcp.refusal_reason': {
    on: 'MCP, when the call was declined',
    meaning:
      '`safe_mode`, `needs_confirmation`, `invalid_params`, `unknown_action`, `rate_limited` or `fine_grained`; no other.',
  },
  'rpc.response.status_code': { on: 'MCP, failures', meaning: 'The JSON-RPC code, when there was one.' },
  'error.type': {
    on: 'MCP and GitLab calls, failures',
    meaning:
      'MCP: a JSON-RPC code, `tool_error`, or `cancelled`. GitLab calls: a status from 400 on, `unreachable` or `cancelled`. A preview of safe mode has none.',
  },
  'gitlab_mcp.resource.ref': {
    on: 'MCP, resource requests, `none` and `pseudonymous`',
    meaning: 'A keyed digest of the URI: the same for the same URI, until the key changes.',
  },
  'mcp.resource.uri': { on: 'MCP, resource requests, `full`', meaning: 'The URI.' },
  'user.hash': { on: 'MCP, `pseudonymous`', meaning: 'HMAC-SHA-256 of the user and the instance.' },
  'user.id': { on: 'MCP, `full`', meaning: 'The number GitLab gives the user.' },
  'user.name': { on: 'MCP, `full`', meaning: 'The username.' },
  'http.request.method': {
    on: 'HTTP and GitLab calls',
    meaning: 'The HTTP method; `_OTHER` for one that nobody defined.',
  },
  'http.route': { on: 'HTTP', meaning: 'The path of this server that was asked.' },
  'url.scheme': { on: 'HTTP', meaning: '`http` or `https`.' },
  'http.response.status_code': {
    on: 'HTTP and GitLab calls',
    meaning: 'The status of the answer, when there was one.',
  },
  'server.address': { on: 'GitLab calls', meaning: 'The host that was asked.' },
  'server.port': { on: 'GitLab calls', meaning: 'Its port.' },
  'url.template': {
    on: 'GitLab calls',
    meaning: 'The route as GitLab declares it, such as `/api/v4/projects/:id/issues`, where it is known.',
  },
} as const satisfies Record<string, { readonly on: string; readonly meaning: string }>;

export type SpanAttribute = keyof typeof spanAttributes;
