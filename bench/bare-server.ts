/**
 * What the measurements are relative to, each a bare node:http server that prints its port:
 * - `fixed SIZE`: reads and parses the body and answers a body of SIZE bytes;
 * - `gated SIZE`: the same behind our own gate, so that what is left to compare is everything after it;
 * - `pass URL`: passes one request on with undici and answers what came back.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';
import { credentialKey } from '../src/credentials/credential.ts';
import { ProcessAuthBudgets } from '../src/gate/auth-budgets.ts';
import { Gate } from '../src/gate/gate.ts';
import { legacyMode } from '../src/gate/legacy-mode.ts';
import { parseInstance } from '../src/gitlab/instance.ts';
import { CidrSet } from '../src/net/cidr.ts';
import { createLogger } from '../src/telemetry/logger.ts';
import { parseJson, readBody } from '../src/transports/read-body.ts';

const [mode = 'fixed', detail = '12000'] = process.argv.slice(2);
const fixed = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${JSON.stringify('x'.repeat(Number(detail) || 0))}}`);
const agent = new Agent();
const gate = new Gate({
  listen: { kind: 'tcp', host: '127.0.0.1' },
  publicUrl: undefined,
  trustedOrigins: [],
  trustedProxies: new CidrSet([]),
  trustedProxyHeader: undefined,
  instances: { published: [parseInstance('http://gitlab.example')], allowPrivate: false },
  mode: legacyMode,
  budgets: new ProcessAuthBudgets({
    failureLimit: 10,
    failureWindowMs: 60_000,
    distinctLimit: 50,
    distinctWindowMs: 600_000,
  }),
  isServed: () => true,
  logger: createLogger({ level: 'error' }),
});
const handlers: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse) => Promise<void>>> = {
  fixed: answerFixed,
  gated: answerBehindGate,
  pass: passOn,
};

const server = createServer((req, res) => {
  handlers[mode]?.(req, res).catch(() => res.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.on('SIGTERM', () => process.exit(0));

async function answerFixed(req: IncomingMessage, res: ServerResponse): Promise<void> {
  await parsedBody(req);
  send(res, fixed);
}

async function answerBehindGate(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (gate.admit(req, true).kind !== 'admitted') throw new Error('not admitted');
  const [identified] = await Promise.all([gate.identify(req), parsedBody(req)]);
  if (identified.kind !== 'identified') throw new Error('not identified');
  credentialKey(identified.credential.secret, identified.instance.key);
  send(res, fixed);
}

async function passOn(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await parsedBody(req);
  const answer = await request(`${detail}/api/v4/projects/1`, { dispatcher: agent, headers: { 'private-token': 'x' } });
  const result: unknown = await answer.body.json();
  // The load sends requests with an ID.
  send(res, Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: (body as { id: unknown }).id, result })));
}

async function parsedBody(req: IncomingMessage): Promise<unknown> {
  const body = await readBody(req, 1_000_000);
  if (body.kind !== 'bytes') throw new Error(body.kind);
  const parsed = parseJson(body.bytes);
  return 'value' in parsed ? parsed.value : undefined;
}

function send(res: ServerResponse, bytes: Buffer): void {
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  res.end(bytes);
}
