import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';

/** One answer, as far as the checks read it. */
export interface Reply {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client's side of the wire: what is asked goes through the transport as any client's message does. */
export interface Conversation {
  ask(method: string, params: Readonly<Record<string, unknown>>, revision: string): Promise<Reply>;
  close(): Promise<void>;
}

/** Longest wait for one answer: a call may ask GitLab, and a first list loads the catalog. */
const answerMs = 10_000;

/** A client on the two ends of a pipe. */
export function createPipes() {
  const input = new PassThrough();
  const output = new PassThrough();
  const waiting = new Map<unknown, (reply: Reply) => void>();
  createInterface({ input: output }).on('line', (line) => {
    const message = toReply(JSON.parse(line));
    waiting.get(message.id)?.(message);
  });
  let lastId = 0;
  const ask: Conversation['ask'] = async (method, params, revision) => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: withEnvelope(params, revision) })}\n`);
    return inTime(answer.finally(() => waiting.delete(id)));
  };
  return { input, output, ask };
}

/** Where an HTTP listener of this very process is asked. */
export interface HttpEndpoint {
  /** Host and port, or the path of a socket. */
  readonly at: Pick<RequestOptions, 'host' | 'port' | 'socketPath'>;
  readonly secure: boolean;
  /** What clients write into `Host`. */
  readonly hostHeader: string | undefined;
}

/** A client that posts each message with a token. Sessions are kept where the server has them. */
export function createHttpConversation(endpoint: HttpEndpoint, secret: string): Conversation {
  let session: string | undefined;
  let lastId = 0;
  return {
    async ask(method, params, revision) {
      lastId += 1;
      const isModern = hasEnvelope(revision);
      if (method === 'initialize') session = undefined;
      const name = params['name'];
      const args = params['arguments'];
      const action = typeof args === 'object' && args !== null && 'action' in args ? args.action : undefined;
      const answer = await sendHttp(endpoint, {
        method: 'POST',
        path: '/mcp',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(method === 'initialize' ? {} : { 'mcp-protocol-version': revision }),
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
          ...(isModern ? { 'mcp-method': method } : {}),
          ...(isModern && typeof name === 'string' ? { 'mcp-name': name } : {}),
          ...(isModern && typeof action === 'string' ? { 'mcp-param-action': action } : {}),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params: withEnvelope(params, revision) }),
      });
      const opened = answer.headers['mcp-session-id'];
      if (typeof opened === 'string') session = opened;
      return readReply(answer.text, lastId) ?? { error: { code: answer.status, message: `status ${answer.status}` } };
    },
    async close() {
      if (session === undefined) return;
      const headers = { authorization: `Bearer ${secret}`, 'mcp-session-id': session };
      await sendHttp(endpoint, { method: 'DELETE', path: '/mcp', headers });
    },
  };
}

interface HttpQuestion {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request to a listener of this process, past any proxy of the environment. */
export async function sendHttp({ at, secure, hostHeader }: HttpEndpoint, question: HttpQuestion): Promise<HttpReply> {
  const { request } = process.getBuiltinModule(secure ? 'node:https' : 'node:http');
  const { method, path, body } = question;
  const headers = { ...(hostHeader === undefined ? {} : { host: hostHeader }), ...question.headers };
  const options = {
    ...at,
    method,
    path,
    headers,
    agent: false,
    signal: AbortSignal.timeout(answerMs),
    // The other side is this process; whether the certificate is any good is looked at elsewhere.
    rejectUnauthorized: false,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(options, resolve).on('error', reject).end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
}

/** The answer in a body, whether that is one document or a stream of events. */
function readReply(text: string, id: number): Reply | undefined {
  const documents = text.startsWith('{')
    ? [text]
    : [...text.matchAll(/^data: ?(\{.*)$/gm)].map(([, data = '']) => data);
  return documents.map((document) => toReply(JSON.parse(document))).find((message) => message.id === id);
}

function toReply(message: unknown): Reply & { readonly id?: unknown } {
  return typeof message === 'object' && message !== null ? message : {};
}

/** Since the revision of 2026 a request carries what the handshake used to say once. */
function withEnvelope(params: Readonly<Record<string, unknown>>, revision: string): object {
  if (!hasEnvelope(revision)) return params;
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'gitlab-mcp-server-doctor', version: '1' },
    },
  };
}

function hasEnvelope(revision: string): boolean {
  return revision >= '2026';
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${answerMs / 1000} s`)), answerMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
