import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Request {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly sessionId: string | undefined;
  /** The server had no room. */
  readonly refused: boolean;
}

/** `waiting`: no answer yet. `broken`: there will be none. */
export type OfferState = 'waiting' | 'answered' | 'refused' | 'streaming' | 'broken';

/**
 * One client with a connection of its own that it would keep open, which is what costs a server most: it sends one
 * request, and with `thenStream` goes on to open the stream of the session it got.
 */
export class Offer {
  state: OfferState = 'waiting';
  readonly #url: string;
  readonly #request: Request;
  readonly #thenStream: boolean;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string, request: Request, { thenStream = false } = {}) {
    this.#url = url;
    this.#request = request;
    this.#thenStream = thenStream;
  }

  start(): void {
    this.#run().catch(() => {
      this.state = 'broken';
    });
  }

  /** Leaves without a word. */
  drop(): void {
    this.#agent.destroy();
  }

  async #run(): Promise<void> {
    const { refused, sessionId } = await send(this.#url, this.#request, this.#agent);
    if (refused || !this.#thenStream || sessionId === undefined) {
      this.state = refused ? 'refused' : 'answered';
      return;
    }
    const headers = { ...this.#request.headers, 'mcp-session-id': sessionId };
    const stream = await open(this.#url, { method: 'GET', headers }, this.#agent);
    this.state = stream.statusCode === 200 ? 'streaming' : 'broken';
    stream.on('error', () => undefined).resume();
  }
}

/** Sends one request and reads its answer whole. */
export async function send(url: string, sent: Request, agent?: Agent): Promise<Answer> {
  const answer = await open(url, sent, agent);
  const body = await text(answer);
  const sessionId = answer.headers['mcp-session-id'];
  return {
    status: answer.statusCode ?? 0,
    sessionId: typeof sessionId === 'string' ? sessionId : undefined,
    refused: body.includes('This server is busy'),
  };
}

async function open(
  url: string,
  { method, headers, body }: Request,
  agent: Agent | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url, { method, headers, agent: agent ?? false }, resolve);
    sent.on('error', reject).end(body);
  });
}
