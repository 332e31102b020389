import { Agent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { ask } from '../support/ask.ts';
import { listen } from '../support/event-stream.ts';
import { localhostCertificate } from '../support/localhost-certificate.ts';
import { ManualTimers } from '../support/manual-timers.ts';
import { Program } from '../support/program.ts';
import { modern, post, startServer } from '../support/server.ts';
import { startHaproxy } from './proxies.ts';
import { describeClient } from './real-clients.ts';
import { createWatchedBranch, watchedBranch } from './watched-branch.ts';

setDefaultCACertificates([localhostCertificate.cert]);

/** Says which replica answered. */
const named = { 'retries 1': 'retries 1\n    http-response set-header X-Replica %s' };
/** A fifth of the times in the example, and of the drain that goes with them; a busy machine still gets time to answer. */
const hurried = { 'inter 2s': 'inter 400ms', 'timeout connect 10s': 'timeout connect 10s\n    timeout check 10s' };
const drainDelay = '--drain-delay=3s';

describeClient(['/usr/sbin/haproxy', '-v'])('HAProxy with the example of deploy/', () => {
  test('SSE-01: events come through one by one', async () => {
    const timers = new ManualTimers();
    await using server = await startServer({ sandbox: { clock: 'manual' }, timers });
    const { host } = new URL(server.url);
    await using proxy = await startHaproxy([host, host]);
    const change = await createWatchedBranch(server.gitlab, timers);

    const stream = await listen(`${proxy.origin}/mcp`, server.gitlab.tokens.alice, {
      resourceSubscriptions: [watchedBranch],
    });
    await stream.count(1);
    await change();
    await stream.count(2);

    expect(stream.messages[1]?.method).toBe('notifications/resources/updated');
    expect(stream.ended).toBe(false);
    stream.leave();
  });

  test('HEALTH-01, CARD-01: two replicas show one digest and the same tags, and a tag of one is worth a 304 of the other', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using one = startReplica(gitlab);
    await using two = startReplica(gitlab);
    const addresses = [await one.address(), await two.address()];
    const bothRead = async (path: string, headers = {}) =>
      Promise.all(addresses.map(async (address) => ask(address + path, { headers })));

    const health = await bothRead('/health');
    const digests = health.map(({ text }) => (JSON.parse(text) as { readonly config_digest: string }).config_digest);
    expect(digests[0]).toMatch(/^[0-9a-f]{12}$/);
    expect(digests[1]).toBe(digests[0]);
    for (const path of ['/server-card', '/.well-known/mcp/server-card.json']) {
      const [first, second] = await bothRead(path);
      expect(first?.headers['etag']).toMatch(/^"/);
      expect(second?.headers['etag']).toBe(first?.headers['etag']);
      const kept = await bothRead(path, { 'if-none-match': first?.headers['etag'] });
      expect(kept.map(({ status }) => status)).toEqual([304, 304]);
    }
  });

  test('a credential stays with one replica, in whichever header it comes, and credentials spread over both', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using one = startReplica(gitlab);
    await using two = startReplica(gitlab);
    await using proxy = await startHaproxy([await hostOf(one), await hostOf(two)], named);
    const { alice, bob, carol, dave, erin, root, readOnly, customPrefix } = gitlab.tokens;
    const replicas = new Map<string, Set<string | null>>();

    for (const token of [alice, bob, carol, dave, erin, root, readOnly, customPrefix]) {
      const seen = new Set<string | null>();
      for (const headers of [
        { 'private-token': token },
        { authorization: `Bearer ${token}` },
        { authorization: `bearer  ${token}` },
      ]) {
        const answer = await post(`${proxy.origin}/mcp`, list, { headers });
        expect(answer.status).toBe(200);
        seen.add(answer.headers.get('x-replica'));
      }
      replicas.set(token, seen);
    }

    expect([...replicas.values()].map(({ size }) => size)).toEqual(Array(8).fill(1));
    expect(new Set([...replicas.values()].flatMap((seen) => [...seen]))).toEqual(new Set(['one', 'two']));
  });

  test('DRAIN-01: when one replica stops, the other takes over and not one call fails', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    await using one = startReplica(gitlab, [drainDelay]);
    await using two = startReplica(gitlab, [drainDelay]);
    await using proxy = await startHaproxy([await hostOf(one), await hostOf(two)], { ...named, ...hurried });
    const agent = new Agent({ keepAlive: true, ca: localhostCertificate.cert });
    const replicas: string[] = [];
    const failures: string[] = [];
    const call = async (token: string): Promise<void> => {
      const { body, headers } = modern('tools/call', {
        name: 'gitlab_execute_action',
        arguments: { action: 'user.current', params: {} },
      });
      const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const answer = await ask(`${proxy.origin}/mcp`, {
        agent,
        method: 'POST',
        headers: { ...own, ...headers, 'private-token': token },
        body,
      });
      if (answer.text.includes('"structuredContent"')) replicas.push(String(answer.headers['x-replica']));
      else failures.push(`${answer.status} ${String(answer.headers['x-replica'])} ${answer.text}`);
    };
    const { alice, bob, carol, dave } = gitlab.tokens;
    const state = { stopped: false };
    const people = [alice, bob, carol, dave].map(async (token) => {
      while (!state.stopped) {
        await call(token);
        await wait(10);
      }
    });
    await expect.poll(() => new Set(replicas).size, { timeout: 10_000 }).toBe(2);

    one.child.kill('SIGTERM');
    expect(await one.exitCode()).toBe(0);
    const afterwards = replicas.length;
    await expect.poll(() => replicas.length, { timeout: 10_000 }).toBeGreaterThan(afterwards + 20);
    state.stopped = true;
    await Promise.all(people);
    agent.destroy();

    expect([...new Set(failures)]).toEqual([]);
    expect(new Set(replicas.slice(afterwards))).toEqual(new Set(['two']));
  });
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function startReplica(gitlab: Sandbox, flags: readonly string[] = []): Program {
  const generous = ['--rate-limit-rps=0'];
  return new Program({
    args: ['--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlab.url}`, ...generous, ...flags],
  });
}

async function hostOf(replica: Program): Promise<string> {
  return new URL(await replica.address()).host;
}
