import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Where the suite finds the server. */
export interface StubGate extends AsyncDisposable {
  readonly url: string;
}

type Params = Readonly<Record<string, unknown>>;

/** How a server shows its actions, as far as it matters here. */
export type Surface = 'dynamic' | 'individual';

interface StandIn {
  readonly action: string;
  readonly params: Params;
}

const branch = (name: string): string => `gitlab://project/acme%2Fsite/branch/${name}`;
const readsUser: StandIn = { action: 'user.current', params: {} };
const isGuided: StandIn = { action: 'interactive.project_create', params: {} };
const destroys: StandIn = { action: 'issue.delete', params: { project_id: 'acme/site', issue_iid: 1 } };
const links = ['one', 'two', 'three'].map((name) => ({ name, url: `https://downloads.example.com/${name}` }));

/**
 * What the suite calls, a server of ours has in a shape of its own: the actions that stand in for its tools. What is not
 * here has nothing like it in the product.
 */
const calls: Readonly<Record<string, StandIn>> = {
  test_simple_text: readsUser,
  greet: readsUser,
  test_logging_tool: readsUser,
  test_embedded_resource: { action: 'branch.get', params: { project_id: 'acme/site', branch_name: 'main' } },
  test_error_handling: { action: 'issue.get', params: { project_id: 'acme/site', issue_iid: 999_999 } },
  test_tool_with_progress: {
    action: 'release.link_create_batch',
    params: { project_id: 'acme/site', tag_name: 'v1.0', links },
  },
  test_elicitation: destroys,
  test_streaming_elicitation: destroys,
  test_input_required_result_elicitation: isGuided,
  test_input_required_result_request_state: destroys,
  test_input_required_result_tampered_state: destroys,
  test_input_required_result_multi_round: isGuided,
};
const prompts: Readonly<Record<string, (given: Params) => Params>> = {
  test_simple_prompt: () => ({ name: 'my_issues', arguments: {} }),
  test_prompt_with_arguments: ({ arg1, arg2 }) => ({
    name: 'compare_branches',
    arguments: { project_id: 'acme/site', from: arg1, to: arg2 },
  }),
};
const resources: Readonly<Record<string, string>> = {
  'test://static-text': 'gitlab://user/current',
  'test://template/123/data': branch('123'),
  'test://watched-resource': branch('123'),
};

/** Branches that stand in for values which the suite makes up. */
export const madeUp: readonly string[] = ['123', 'testValue1', 'testValue2'];

/**
 * Stands between the suite and the server: the suite cannot send a credential, and it calls tools, prompts and resources
 * that only a server written for it has. Nothing of an answer is changed.
 */
export async function startStubGate(
  server: string,
  { token, surface }: { readonly token: string; readonly surface: Surface },
): Promise<StubGate> {
  const { hostname, port } = new URL(server);
  const gate = createServer((req, res) => {
    void text(req).then((received) => {
      const { body, headers } = translate(received, req.headers, surface);
      const { 'content-length': _, ...kept } = { ...req.headers, ...headers };
      const sized = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
      const forwarded = request(
        { hostname, port, path: req.url, method: req.method, headers: { ...kept, ...sized, 'private-token': token } },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          res.flushHeaders();
          answer.pipe(res);
        },
      );
      forwarded.on('error', () => res.destroy());
      res.on('close', () => forwarded.destroy());
      forwarded.end(body);
    });
  });
  await new Promise<void>((resolve) => {
    gate.listen(0, '127.0.0.1', resolve);
  });
  return {
    // A listener on TCP has an address object.
    url: `http://localhost:${(gate.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      gate.closeAllConnections();
      await new Promise((resolve) => gate.close(resolve));
    },
  };
}

interface Translated {
  readonly body: string;
  /** Headers that repeat what was put in the place of something else. */
  readonly headers: IncomingHttpHeaders;
}

function translate(body: string, headers: IncomingHttpHeaders, surface: Surface): Translated {
  const message = parse(body);
  const params = message === undefined ? undefined : standIn(message.method, message.params ?? {}, surface);
  if (message === undefined || params === undefined) return { body, headers: {} };
  const args = params['arguments'] as { readonly action?: string } | undefined;
  const mirrored = {
    'mcp-name': String(params['name'] ?? params['uri']),
    ...(args?.action === undefined ? {} : { 'mcp-param-action': args.action }),
  };
  return {
    body: JSON.stringify({ ...message, params: { ...message.params, ...params } }),
    headers: headers['mcp-name'] === undefined ? {} : mirrored,
  };
}

function standIn(method: unknown, params: Params, surface: Surface): Params | undefined {
  const { name, uri, ref } = params as { readonly name?: string; readonly uri?: string; readonly ref?: Params };
  if (method === 'tools/call') return toCall(calls[name ?? ''], surface);
  if (method === 'prompts/get') return prompts[name ?? '']?.((params['arguments'] ?? {}) as Params);
  if (method === 'completion/complete' && ref?.['name'] === 'test_prompt_with_arguments') {
    return {
      ref: { type: 'ref/prompt', name: 'compare_branches' },
      argument: { name: 'project_id', value: 'acme' },
    };
  }
  const resource = resources[uri ?? ''];
  return resource === undefined ? undefined : { uri: resource };
}

function toCall(call: StandIn | undefined, surface: Surface): Params | undefined {
  if (call === undefined) return undefined;
  return surface === 'dynamic'
    ? { name: 'gitlab_execute_action', arguments: call }
    : { name: `gitlab_${call.action.replace('.', '_')}`, arguments: call.params };
}

function parse(body: string): { readonly method?: unknown; readonly params?: Params } | undefined {
  try {
    const message: unknown = JSON.parse(body);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}
