/**
 * A GitLab that answers at once, so that what is measured is ours. Prints its port. It knows every token but those that
 * begin with `invented-`, about which it thinks for a tenth of a second. Below `/bench/` it does what measurements ask.
 */
import { createServer } from 'node:http';

const thinkMs = 100;

const user = {
  id: 1,
  username: 'bench',
  name: 'Bench',
  state: 'active',
  web_url: 'http://gitlab.example/bench',
};
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

let version = 1;
let requests = 0;
let users = 0;

const routes: readonly (readonly [pattern: RegExp, answer: (match: RegExpExecArray) => string])[] = [
  [/\/user$/, () => JSON.stringify(user)],
  [/\/personal_access_tokens\/self$/, () => token],
  [/\/pipelines\/(\d+)$/, ([, id]) => JSON.stringify(pipeline(Number(id)))],
  [/\/releases\/([^/]+)$/, ([, tag]) => JSON.stringify(release(tag ?? ''))],
  [/\/projects\/\d+$/, () => project],
  [/^\/bench\/counts$/, () => JSON.stringify({ requests, users })],
  [
    /^\/bench\/change$/,
    () => {
      version += 1;
      return '{}';
    },
  ],
];

const server = createServer((req, res) => {
  const [path = ''] = (req.url ?? '').split('?', 1);
  const send = (status: number, body: string): void => {
    res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    res.end(body);
  };
  if (!path.startsWith('/bench/')) requests += 1;
  if (path.endsWith('/user')) users += 1;
  if (String(req.headers['private-token']).startsWith('invented-')) {
    setTimeout(() => send(401, '{"message":"401 Unauthorized"}'), thinkMs);
    return;
  }
  for (const [pattern, answer] of routes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    send(200, answer(match));
    return;
  }
  send(200, '[]');
});
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.on('SIGTERM', () => process.exit(0));

/** Running for ever, so it is watched at the fastest cadence. */
function pipeline(id: number): object {
  return {
    id,
    iid: id,
    project_id: 1,
    status: 'running',
    ref: 'main',
    sha: sha(),
    source: 'push',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
    web_url: `http://gitlab.example/acme/site/-/pipelines/${id}`,
  };
}

/** Has no state, so it is watched at the usual cadence. */
function release(tag: string): object {
  return {
    tag_name: tag,
    name: `Release ${tag}`,
    description: `What changed, as of ${sha()}`,
    created_at: '2026-01-01T00:00:00.000Z',
    released_at: '2026-01-02T00:00:00.000Z',
    author: user,
    commit: { id: 'a'.repeat(40), short_id: 'aaaaaaaa', title: 'A change', created_at: '2026-01-01T00:00:00.000Z' },
    upcoming_release: false,
    commit_path: `/acme/site/-/commit/${'a'.repeat(40)}`,
    tag_path: `/acme/site/-/tags/${tag}`,
    assets: { count: 0, sources: [], links: [] },
    evidences: [],
  };
}

function sha(): string {
  return version.toString(16).padStart(40, '0');
}
