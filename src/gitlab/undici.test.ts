import { expect, test } from 'vitest';
import * as entry from 'undici';
import { Agent, buildConnector, Pool, ProxyAgent } from './undici.ts';

test('the files of undici that we import are the very parts its entry exports', () => {
  expect([Agent, Pool, ProxyAgent, buildConnector]).toEqual([
    entry.Agent,
    entry.Pool,
    entry.ProxyAgent,
    entry.buildConnector,
  ]);
});
