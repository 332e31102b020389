import { type JSONRPCRequest, type JSONRPCResponse, Server } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import type { Principal } from './principal.ts';
import { principalOf, toAuthInfo } from './principal.ts';
import { revisions } from './revisions.ts';
import { type Era, SharedTransport } from './shared-transport.ts';

describe('SharedTransport', () => {
  test('a server behind it is bound to the newest revision and stamps its results', async () => {
    const { server, ask } = await setup('modern');

    expect(server.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(await ask(1, 'a')).toMatchObject({ id: 1, result: { resultType: 'complete', content: [{ text: 'a' }] } });
  });

  test('T-45: interleaved requests with one id, of many callers, are answered to their own caller', async () => {
    const { ask, transport } = await setup('modern');
    const callers = Array.from({ length: 500 }, (_, index) => `caller ${index}`);

    const answers = await Promise.all(callers.map((caller) => ask(1, caller)));

    expect(answers.map((answer) => ('result' in answer ? answer.result['content'] : answer))).toEqual(
      callers.map((text) => [{ type: 'text', text }]),
    );
    expect(transport.open).toBe(0);
  });

  test('a cancelled request is aborted, not answered, and leaves nothing behind', async () => {
    const { start, transport, aborted } = await setup('legacy');
    const waiting = start(9, 'wait');
    await Promise.resolve();

    waiting.cancel('no longer needed');
    waiting.cancel('again');

    await expect.poll(() => aborted).toEqual(['no longer needed']);
    expect(transport.open).toBe(0);
    expect(waiting.answers).toEqual([]);
  });

  test('POOL-04: a request that belongs to nobody fails', () => {
    expect(() => principalOf(undefined)).toThrow('without a principal');
    expect(() => principalOf({ token: '', clientId: '', scopes: [] })).toThrow('without a principal');
  });
});

/** A server whose tool says who called it, after a moment of its own. */
async function setup(era: Era) {
  const transport = new SharedTransport(era);
  const server = new Server(
    { name: 'test', version: '1' },
    { capabilities: { tools: {} }, supportedProtocolVersions: [...revisions] },
  );
  const aborted: unknown[] = [];
  server.setRequestHandler('tools/call', async (_request, { http, mcpReq }) => {
    const caller = principalOf(http?.authInfo).entry.key;
    if (caller === 'wait') {
      await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve));
      aborted.push(mcpReq.signal.reason);
    } else await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    return { content: [{ type: 'text' as const, text: caller }] };
  });
  await server.connect(transport);

  const start = (id: number, caller: string) => {
    const answers: JSONRPCResponse[] = [];
    let settle: (answer: JSONRPCResponse) => void = () => undefined;
    const answered = new Promise<JSONRPCResponse>((resolve) => {
      settle = resolve;
    });
    const respond = (answer: JSONRPCResponse): void => {
      answers.push(answer);
      settle(answer);
    };
    // The handler of this test reads nothing but the name.
    const principal = { entry: { key: caller } } as unknown as Principal;
    const cancel = transport.dispatch(
      request(era, id),
      { id, respond, notify: () => undefined },
      toAuthInfo(principal),
    );
    return { answers, answered, cancel };
  };
  return { server, transport, aborted, start, ask: async (id: number, caller: string) => start(id, caller).answered };
}

function request(era: Era, id: number): JSONRPCRequest {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'who', arguments: {}, ...(era === 'modern' ? { _meta: envelope } : {}) },
  };
}
