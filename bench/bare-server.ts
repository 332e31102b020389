/**
 * What the measurements are relative to: node:http that reads and parses the same body and answers at once (`fixed`), or
 * passes one request on with undici (`pass`). Prints its port.
 */
import { createServer } from 'node:http';
import { Agent, request } from 'undici';

const [mode = 'fixed', detail = '12000'] = process.argv.slice(2);
const agent = new Agent();
const fixed = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${JSON.stringify('x'.repeat(Number(detail) || 0))}}`);

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (mode === 'fixed') send(fixed);
    else void pass(body);
  });

  async function pass(body: unknown): Promise<void> {
    const answer = await request(`${detail}/api/v4/projects/1`, {
      dispatcher: agent,
      headers: { 'private-token': 'x' },
    });
    const value: unknown = await answer.body.json();
    send(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: (body as { id: unknown }).id, result: value })));
  }

  function send(bytes: Buffer): void {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    res.end(bytes);
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.on('SIGTERM', () => process.exit(0));
