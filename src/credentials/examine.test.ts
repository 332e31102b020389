import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { GitLabClient } from '../gitlab/client.ts';
import { createDispatcher } from '../gitlab/dispatcher.ts';
import { parseInstance } from '../gitlab/instance.ts';
import { examine } from './examine.ts';
import { ProbeSlots } from './probe-slots.ts';
import type { Probe } from './verdict.ts';

test('FG-03: without a free slot for the grant a fine-grained token is not served, a classic one needs none', async () => {
  await using parts = await setup();

  expect(await parts.examineWithSlotTakenMeanwhile('granular')).toEqual({ kind: 'unavailable' });
  expect(await parts.examineWithSlotTakenMeanwhile('alice')).toMatchObject({ kind: 'served' });
  expect(parts.gitlab.requests.map(({ path }) => path)).not.toContain('/api/v4/version');
});

test('FG-02: a fine-grained token is served though its one scope is neither api nor read_api', async () => {
  await using parts = await setup();

  expect(await parts.examine('granular')).toMatchObject({
    kind: 'served',
    facts: { scopes: undefined, fineGrained: true },
    grant: { grant: { kind: 'read' } },
    unverified: false,
  });
});

async function setup() {
  const gitlab = await startSandbox({ seed: 'demo' });
  const instance = parseInstance(gitlab.url);
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false });
  const run = (label: string, slots: ProbeSlots, onRequest: (path: string) => void) => {
    const credential = { kind: 'private-token', secret: gitlab.tokens[label] ?? '' } as const;
    const client = new GitLabClient({ instance, credential, dispatcher });
    const probe: Probe = {
      send: (request, options) => {
        onRequest(request.path);
        return client.send(request, options);
      },
    };
    return examine(probe, instance, { slots, tier: undefined, needsUser: true });
  };
  return {
    gitlab,
    examine: (label: string) => run(label, new ProbeSlots({ slots: 1, waitMs: 1 }), () => undefined),
    examineWithSlotTakenMeanwhile(label: string) {
      const slots = new ProbeSlots({ slots: 1, waitMs: 1 });
      return run(label, slots, (path) => {
        if (path === '/license') slots.tryAcquire();
      });
    },
    async [Symbol.asyncDispose]() {
      await dispatcher.close();
      await gitlab.close();
    },
  };
}
