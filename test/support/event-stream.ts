import { expect } from 'vitest';
import { type JsonRpcMessage, modern } from './server.ts';

/** An answer that comes in events, with what came of it so far. */
export interface EventStream {
  readonly status: number;
  readonly contentType: string | null;
  readonly messages: readonly JsonRpcMessage[];
  /** The server ended the stream. */
  readonly ended: boolean;
  /** Waits for so many messages in all. */
  count(messages: number): Promise<readonly JsonRpcMessage[]>;
  end(): Promise<readonly JsonRpcMessage[]>;
  /** The client goes away. */
  leave(): void;
}

export interface RequestParts {
  readonly token: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request and reads its answer as it comes. Resolves when the head of the answer is there. */
export async function openStream(
  url: string,
  { token, method = 'POST', body, headers }: RequestParts,
): Promise<EventStream> {
  const client = new AbortController();
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      accept: 'application/json, text/event-stream',
      'private-token': token,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: client.signal,
  });
  const messages: JsonRpcMessage[] = [];
  const state = { ended: false };
  // Ends with an error when the client leaves, which is its own doing.
  void read(response, messages)
    .catch(() => undefined)
    .finally(() => (state.ended = true));
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    messages,
    get ended() {
      return state.ended;
    },
    async count(expected) {
      await expect.poll(() => messages.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(expected);
      return messages;
    },
    async end() {
      await expect.poll(() => state.ended, { timeout: 10_000 }).toBe(true);
      return messages;
    },
    leave: () => client.abort(),
  };
}

/** Opens a `subscriptions/listen` of the newest revision. */
export async function listen(
  url: string,
  token: string,
  notifications: Readonly<Record<string, unknown>>,
  id: string | number = 1,
): Promise<EventStream> {
  return openStream(url, { token, ...modern('subscriptions/listen', { notifications }, id) });
}

async function read(response: Response, messages: JsonRpcMessage[]): Promise<void> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (!isStream) continue;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    const data = frames.flatMap((frame) => frame.split('\n')).filter((line) => line.startsWith('data: '));
    messages.push(...data.map((line) => JSON.parse(line.slice('data: '.length)) as JsonRpcMessage));
  }
  if (!isStream && text !== '') messages.push(JSON.parse(text) as JsonRpcMessage);
}
