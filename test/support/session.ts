import { type JsonRpcMessage, post, type PostOptions } from './server.ts';

export const sessionHeader = 'mcp-session-id';

export function initialize(protocolVersion = '2025-11-25', id: string | number = 'init') {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  return { jsonrpc: '2.0', id, method: 'initialize', params };
}

/** Opens a session and gives the options with which its requests are sent. */
export async function openSession(url: string, token: string, revision = '2025-11-25'): Promise<OpenedSession> {
  const answer = await post(url, initialize(revision), { token });
  const id = answer.headers.get(sessionHeader);
  if (id === null) throw new Error(`no session was opened: ${answer.status} ${answer.text}`);
  return { token, id, headers: { [sessionHeader]: id, 'mcp-protocol-version': revision } };
}

export interface OpenedSession extends PostOptions {
  readonly token: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The stream of a session as its GET answered it. */
export class ReadStream implements AsyncDisposable {
  readonly response: Response;
  readonly messages: JsonRpcMessage[] = [];
  /** Resolves when the server ended the stream; rejects when it broke. */
  readonly ended: Promise<void>;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.ended = this.#read();
    // Whoever aborts does not look at the end.
    this.ended.catch(() => undefined);
  }

  /** Resolves with the head of the answer, before anything is on the stream. */
  static async open(url: string, { token, headers }: OpenedSession): Promise<ReadStream> {
    const abort = new AbortController();
    const sent = { accept: 'text/event-stream', 'private-token': token, ...headers };
    return new ReadStream(await fetch(url, { headers: sent, signal: abort.signal }), abort);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.ended.catch(() => undefined);
  }

  async #read(): Promise<void> {
    let text = '';
    for await (const chunk of (this.response.body ?? new ReadableStream<never>()).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += chunk;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const line of frames.flatMap((frame) => frame.split('\n')).filter((each) => each.startsWith('data: '))) {
        this.messages.push(JSON.parse(line.slice('data: '.length)) as JsonRpcMessage);
      }
    }
  }
}
