/** A GitLab that answers at once, so that what is measured is ours. Prints its port. */
import { createServer } from 'node:http';

const user = JSON.stringify({
  id: 1,
  username: 'bench',
  name: 'Bench',
  state: 'active',
  web_url: 'http://gitlab.example/bench',
});
const token = JSON.stringify({ id: 1, scopes: ['api'], granular: false });
const project = JSON.stringify({
  id: 1,
  name: 'Site',
  path_with_namespace: 'acme/site',
  description: 'A small project',
  default_branch: 'main',
  visibility: 'private',
  web_url: 'http://gitlab.example/acme/site',
  created_at: '2026-01-01T00:00:00.000Z',
  last_activity_at: '2026-01-02T00:00:00.000Z',
  star_count: 3,
  forks_count: 1,
  open_issues_count: 2,
});

const server = createServer((req, res) => {
  const path = req.url ?? '';
  const body = path.endsWith('/user')
    ? user
    : path.endsWith('/self')
      ? token
      : path.includes('/projects/')
        ? project
        : '[]';
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.on('SIGTERM', () => process.exit(0));
