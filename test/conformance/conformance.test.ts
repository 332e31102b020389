import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { baseline, type RunName } from './baseline.ts';
import { madeUp, startStubGate } from './stub-gate.ts';
import { runSuite } from './suite.ts';

interface Run {
  readonly select: readonly string[];
  readonly sessions?: boolean;
  readonly individual?: boolean;
}

/** Every revision the suite knows, in each way it is served. */
const runs: Readonly<Record<RunName, Run>> = {
  '2026-07-28': { select: ['--requirements', '2026-07-28'] },
  '2026-07-28, individual tools': { select: ['--requirements', '2026-07-28'], individual: true },
  '2025-11-25': { select: ['--requirements', '2025-11-25'] },
  '2025-11-25, sessions and individual tools': {
    select: ['--requirements', '2025-11-25'],
    sessions: true,
    individual: true,
  },
  '2025-06-18, sessions': { select: ['--suite', 'all', '--spec-version', '2025-06-18'], sessions: true },
  '2025-03-26, sessions': { select: ['--suite', 'all', '--spec-version', '2025-03-26'], sessions: true },
};

describe("the protocol's conformance suite", () => {
  // The suite looks at some answers for half a second only: too short now and then on a machine that is busy.
  test.each(Object.entries(runs))(
    'finds nothing wrong with %s but what the baseline names',
    { retry: 2, timeout: 90_000 },
    async (name, { select, sessions = false, individual = false }) => {
      await using server = await startServer({
        flags: ['--rate-limit-rps=0', ...(sessions ? ['--stateless=false'] : [])],
        environment: individual ? { GITLAB_MCP_TOOL_SURFACE: 'individual' } : {},
      });
      await createBranches(server.gitlab.url, server.gitlab.tokens.root);
      const surface = individual ? 'individual' : 'dynamic';
      await using gate = await startStubGate(server.url, { token: server.gitlab.tokens.alice, surface });

      const { passed, failed } = await runSuite(gate.url, select);

      const expected = baseline.filter(({ of }) => of.some((run) => run === name)).flatMap(({ checks }) => checks);
      const unexpected = Object.entries(failed).filter(([check]) => !expected.includes(check));
      expect(unexpected).toEqual([]);
      // What is better than it was leaves the baseline.
      expect(expected.filter((check) => failed[check] === undefined)).toEqual([]);
      expect(passed).toBeGreaterThanOrEqual(name.startsWith('2025-03-26') ? 3 : 40);
    },
  );
});

async function createBranches(gitlab: string, token: string): Promise<void> {
  for (const name of madeUp) {
    const { ok, status } = await fetch(
      `${gitlab}/api/v4/projects/acme%2Fsite/repository/branches?branch=${name}&ref=main`,
      { method: 'POST', headers: { 'private-token': token } },
    );
    if (!ok) throw new Error(`the branch ${name} was not created: ${status}`);
  }
}
