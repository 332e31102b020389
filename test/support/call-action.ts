import { domains } from '../../src/catalog/domains.ts';
import { modern, post, type TestServer } from './server.ts';

export const surfaceNames = ['dynamic', 'meta', 'individual'] as const;

export interface CallResult {
  readonly isError?: true;
  readonly content: readonly { readonly text: string; readonly annotations?: Readonly<Record<string, unknown>> }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

interface ActionCall {
  readonly token: string;
  readonly surface: (typeof surfaceNames)[number];
  readonly action: string;
  readonly params: object;
}

/** Calls an action on a server in the way of its surface. */
export async function callAction(
  server: TestServer,
  { token, surface, action, params }: ActionCall,
): Promise<CallResult> {
  return callTool(server, token, toolCall(surface, action, params));
}

interface ToolCall {
  readonly name: string | undefined;
  readonly arguments: object;
}

/** @throws Error where there is no result */
export async function callTool(server: TestServer, token: string, call: ToolCall): Promise<CallResult> {
  const { body, headers } = modern('tools/call', { ...call });
  const { messages } = await post(server.url, body, { token, headers });
  const answer = messages.at(-1);
  if (answer?.result === undefined) throw new Error(`${call.name}: ${answer?.error?.message ?? 'no answer'}`);
  return answer.result as unknown as CallResult;
}

export function toolCall(surface: ActionCall['surface'], action: string, params: object): ToolCall {
  if (surface === 'dynamic') return { name: 'gitlab_execute_action', arguments: { action, params } };
  const [domain = '', name = ''] = action.split('.');
  if (surface === 'meta') return { name: `gitlab_${domain}`, arguments: { action: name, params } };
  return { name: domains.flat().find(({ id }) => id === action)?.tool, arguments: params };
}
