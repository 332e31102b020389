import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HangingGitLab {
  readonly url: string;
  /** Requests that wait for an answer now. */
  readonly hanging: number;
  close(): void;
}

const answers: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['/api/v4/user', { id: 1, username: 'bench', name: 'Bench', state: 'active' }],
  ['/api/v4/personal_access_tokens/self', { id: 1, scopes: ['api'], granular: false }],
]);

/** A GitLab that knows every token and never answers a list of projects. */
export async function startHangingGitLab(): Promise<HangingGitLab> {
  const waiting = new Set<ServerResponse>();
  const server = createServer((req, res) => {
    const [path = ''] = (req.url ?? '').split('?', 1);
    if (path === '/api/v4/projects') {
      waiting.add(res);
      res.on('close', () => waiting.delete(res));
      return;
    }
    const body = JSON.stringify(answers.get(path) ?? []);
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    res.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP listener has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get hanging() {
      return waiting.size;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
