import { parseArgs } from 'node:util';
import { startSandbox } from './start.ts';
import type { SeedName } from './seeds/seeds.ts';
import type { Edition, Tier } from './world/settings.ts';

const usage = `Usage: npm run sandbox -- [--port N] [--admin-port N] [--seed demo|empty] [--tier free|premium|ultimate] [--edition ce|ee|com]`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8929' },
    'admin-port': { type: 'string', default: '0' },
    seed: { type: 'string', default: 'demo' },
    tier: { type: 'string', default: 'free' },
    edition: { type: 'string', default: 'ee' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(usage);
} else {
  const sandbox = await startSandbox({
    port: Number(values.port),
    adminPort: Number(values['admin-port']),
    seed: oneOf<SeedName>('--seed', values.seed, ['demo', 'empty']),
    tier: oneOf<Tier>('--tier', values.tier, ['free', 'premium', 'ultimate']),
    edition: oneOf<Edition>('--edition', values.edition, ['ce', 'ee', 'com']),
  });
  console.log(`GitLab sandbox     ${sandbox.url}`);
  console.log(`Administration     ${sandbox.adminUrl}`);
  console.log('\nTokens');
  for (const [label, secret] of Object.entries(sandbox.tokens)) console.log(`  ${label.padEnd(20)} ${secret}`);

  // Once; a second signal ends the process as usual.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

function oneOf<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) {
    console.error(`${flag} ${value}: must be one of ${allowed.join(', ')}\n${usage}`);
    process.exit(2);
  }
  return found;
}
