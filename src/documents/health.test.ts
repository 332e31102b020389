import { describe, expect, test } from 'vitest';
import { Health } from './health.ts';

const build = { version: '1.2.3', commit: '0123456ab', build: '1.2.3+0123456' };
const get = { method: 'GET', ifNoneMatch: undefined };

describe('Health', () => {
  test('HEALTH-01: the start is a fact that does not move, the time since is whole seconds that have passed', () => {
    const { health, clock } = setup();

    clock.now += 59_999;

    expect(read(health)).toEqual({
      status: 'ok',
      ...build,
      config_digest: '9f2a7c41e0b3',
      started_at: '2026-10-01T09:14:03Z',
      uptime_seconds: 59,
    });
  });

  test('HEALTH-01, DRAIN-01: a stop that was asked for is the one thing that changes, with the status of the answer', () => {
    const { health } = setup();
    const before = read(health);

    health.startDraining();

    expect(health.answer(get).status).toBe(503);
    expect(read(health)).toEqual({ ...before, status: 'draining' });
  });

  test.each(['POST', 'OPTIONS', 'DELETE'])('%s is told what is allowed', (method) => {
    const { health } = setup();

    expect(health.answer({ ...get, method })).toMatchObject({ status: 405, headers: { Allow: 'GET, HEAD' } });
  });
});

function read(health: Health): object {
  return JSON.parse(String(health.answer(get).body)) as object;
}

function setup() {
  const clock = { now: Date.UTC(2026, 9, 1, 9, 14, 3, 700) };
  return { clock, health: new Health(build, '9f2a7c41e0b3', () => clock.now) };
}
