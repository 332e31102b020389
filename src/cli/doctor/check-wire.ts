import type { ServePlan } from '../../config/load-config.ts';
import { checkTools, type ListedTool } from './check-tools.ts';
import { type Conversation, type HttpEndpoint, type Reply, sendHttp } from './conversation.ts';
import { type Finding, reporter } from './finding.ts';

/** Revisions with a handshake that clients in use begin with, and the one without. */
const handshakes = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
const envelope = '2026-07-28';
const [usual] = handshakes;

/** Speaks to the server as clients do, and judges what comes back. */
export async function checkWire(
  conversation: Conversation,
  { transport, config }: ServePlan,
  { callsGitLab }: { readonly callsGitLab: boolean },
): Promise<readonly Finding[]> {
  const handshake = await checkHandshakes(conversation, config.http.stateless || transport === 'stdio');
  if (handshake.some(({ status }) => status === 'fail')) return handshake;
  return [
    ...handshake,
    ...checkTools(await listTools(conversation), transport),
    ...(callsGitLab ? [await checkHalves(conversation, config.surface.tools)] : []),
  ];
}

/** What a directory without a token sees of the tools: the same list, as the card shows it. */
export async function checkCard(endpoint: HttpEndpoint): Promise<readonly Finding[]> {
  const { pass, fail } = reporter('clients', 'card');
  const { status, text } = await sendHttp(endpoint, { method: 'GET', path: '/.well-known/mcp/server-card.json' });
  if (status !== 200) return [fail(`The card of the server answered ${status}.`, 'Look at the log of a start.')];
  return [
    pass('The tools are judged by the public card of the server. With GITLAB_TOKEN set they are listed and called.'),
    ...checkTools(toTools(JSON.parse(text)), 'http'),
  ];
}

async function checkHandshakes(conversation: Conversation, hasEnvelope: boolean): Promise<readonly Finding[]> {
  const { pass, fail } = reporter('clients', 'handshake');
  const problems: string[] = [];
  if (hasEnvelope) {
    const reply = await conversation.ask('server/discover', {}, envelope);
    if (reply.result === undefined) problems.push(`${envelope}: ${describe(reply)}`);
  }
  // Last the usual one: what follows is asked in its terms.
  for (const revision of [...handshakes].reverse()) {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'doctor', version: '1' } };
    const reply = await conversation.ask('initialize', params, revision);
    const answered = reply.result?.['protocolVersion'];
    if (answered !== revision) problems.push(`${revision}: ${describe(reply)}`);
  }
  const spoken = [...(hasEnvelope ? [envelope] : []), ...handshakes];
  return problems.length === 0
    ? [pass(`Clients of the revisions ${spoken.join(', ')} are understood.`)]
    : [
        fail(
          `A handshake failed: ${problems.join('; ')}.`,
          'See the checks above: most often it is the token. If they all passed, report this line.',
        ),
      ];
}

/** Enough for a server that lists page by page, and an end for one that never stops. */
const maxPages = 50;

async function listTools(conversation: Conversation): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxPages; page += 1) {
    const { result } = await conversation.ask('tools/list', cursor === undefined ? {} : { cursor }, usual);
    tools.push(...toTools(result));
    cursor = result?.['nextCursor'];
    if (cursor === undefined) break;
  }
  return tools;
}

function toTools(holder: unknown): readonly ListedTool[] {
  const tools: unknown = typeof holder === 'object' && holder !== null && 'tools' in holder ? holder.tools : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.filter(
    (tool: unknown): tool is ListedTool =>
      typeof tool === 'object' && tool !== null && 'name' in tool && typeof tool.name === 'string',
  );
}

/** Some clients show a model the text alone, some the structured half alone: either has to be there (trap T-26). */
async function checkHalves(
  conversation: Conversation,
  surface: ServePlan['config']['surface']['tools'],
): Promise<Finding> {
  const { pass, warn, fail } = reporter('clients', 'result');
  const reply = await conversation.ask('tools/call', await currentUserCall(surface), usual);
  const { result } = reply;
  if (result === undefined || result['isError'] === true) {
    return warn(
      `Asking GitLab who the token belongs to, as a client would, failed: ${describe(reply)}.`,
      'See the checks above, and whether the action user.current is excluded.',
    );
  }
  const text = JSON.stringify(result['content'] ?? []);
  const structured = result['structuredContent'];
  const isObject = typeof structured === 'object' && structured !== null && !Array.isArray(structured);
  return text.includes('"text"') && isObject
    ? pass('A call is answered as text and as data, so a client may show either.')
    : fail('A call is answered in one form only.', 'This is a defect of the server: report it with this line.');
}

/** The call of one action that everybody may run. */
async function currentUserCall(surface: string): Promise<Readonly<Record<string, unknown>>> {
  const id = 'user.current';
  if (surface === 'dynamic') return { name: 'gitlab_execute_action', arguments: { action: id, params: {} } };
  const [{ Catalog }, { domains }, { isStandalone, metaToolOf, nameInGroup }] = await Promise.all([
    import('../../catalog/catalog.ts'),
    import('../../catalog/domains.ts'),
    import('../../surfaces/meta/standalone.ts'),
  ]);
  const action = new Catalog(domains.flat()).findById(id);
  if (action === undefined) throw new Error(`there is no action ${id}`);
  return surface === 'individual' || isStandalone(action)
    ? { name: action.tool, arguments: {} }
    : { name: metaToolOf(action), arguments: { action: nameInGroup(action), params: {} } };
}

function describe({ error, result }: Reply): string {
  if (error !== undefined) return `${error.message} (${error.code})`;
  const [first]: unknown[] = Array.isArray(result?.['content']) ? result['content'] : [];
  const text = typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : 'no answer';
  // GitLab's words may be in it: one short line of them.
  return text.replaceAll(/\s+/g, ' ').slice(0, 160);
}
