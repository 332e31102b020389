import { describe, expect, test } from 'vitest';
import { recordRequests, refusal } from '../../../../test/support/record-requests.ts';
import { serverActions } from './server-actions.ts';

const byId = new Map(serverActions.map((action) => [action.id, action]));

async function run(id: string, metadata: unknown, user: unknown) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  const answer = ({ path }: { path: string }) => (path === '/metadata' ? metadata : user);
  let time = 0;
  return recordRequests(action, {}, { answers: [answer, answer], now: () => (time += 10) });
}

const metadata = { version: '18.5.1-ee', revision: 'abc', enterprise: true };
const user = { id: 1, username: 'alice', name: 'Alice', state: 'active', web_url: 'https://gitlab.example/alice' };

describe.each(['server.status', 'server.health_check'])('%s', (id) => {
  test('a GitLab that answers both questions is healthy', async () => {
    const { sent, outcome } = await run(id, metadata, user);

    expect(sent).toEqual(['GET /metadata', 'GET /user']);
    expect(outcome?.value).toMatchObject({
      status: 'healthy',
      url: 'https://gitlab.example',
      reachable: true,
      authenticated: true,
      version: '18.5.1-ee',
      enterprise: true,
      user: { id: 1, username: 'alice', is_admin: false },
      problems: [],
    });
  });

  test('a token GitLab does not take is a fact, not a failure', async () => {
    const { outcome } = await run(id, refusal('401 Unauthorized'), refusal('401 Unauthorized'));

    expect(outcome?.value).toMatchObject({ status: 'degraded', reachable: true, authenticated: false, version: null });
  });

  test('a token that may not read its user leaves the version', async () => {
    const { outcome } = await run(id, metadata, refusal('403 Forbidden'));

    expect(outcome?.value).toMatchObject({
      status: 'degraded',
      version: '18.5.1-ee',
      problems: ['GET /user: 403 Forbidden'],
    });
  });

  test('a GitLab that does not answer is unreachable', async () => {
    const down = refusal('connection refused', 'gitlab.unreachable');

    const { outcome } = await run(id, down, down);

    expect(outcome?.value).toMatchObject({ status: 'unreachable', reachable: false, problems: { length: 2 } });
  });

  test('a cancelled call is cancelled', async () => {
    const cancelled = refusal('cancelled', 'action.cancelled');

    const { error } = await run(id, cancelled, cancelled);

    expect(error).toMatchObject({ code: 'action.cancelled' });
  });
});
