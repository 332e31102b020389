import type { Program } from '../../test/support/program.ts';
import { modern, post } from '../../test/support/server.ts';
import type { Thing } from './task.ts';

/** A connection to the server, whatever the transport. */
export interface Session {
  /** The result of a request. @throws Error where there is none */
  request(method: string, params: Thing): Promise<Thing>;
}

/** A client of the newest revision: every request stands alone. */
export function openHttp(url: string, token: string): Session {
  return {
    async request(method, params) {
      const { body, headers } = modern(method, params);
      const { messages } = await post(url, body, { token, headers });
      return resultOf(method, messages.at(-1));
    },
  };
}

/** A client of the revision with a handshake, which most have today. */
export async function openStdio(program: Program): Promise<Session> {
  let lastId = 0;
  const session: Session = {
    async request(method, params) {
      lastId += 1;
      const id = lastId;
      program.send({ jsonrpc: '2.0', id, method, params });
      return resultOf(method, await program.answer(id));
    },
  };
  await session.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'tasks', version: '1' },
  });
  program.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return session;
}

function resultOf(method: string, message: { result?: Thing; error?: { message: string } } | undefined): Thing {
  if (message?.result === undefined) throw new Error(`${method}: ${message?.error?.message ?? 'no answer'}`);
  return message.result;
}
