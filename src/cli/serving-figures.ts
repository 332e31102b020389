import type { PoolFigures } from '../credentials/pool.ts';
import { count, type Figure, type FigureGroup, share } from '../documents/figures.ts';
import type { ProcessAuthBudgets } from '../gate/auth-budgets.ts';
import type { HeldCalls } from '../limits/held-calls.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Slots } from '../limits/slots.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { ConnectionFigures } from '../transports/connection-guard.ts';

/** A caller may choose the address of an instance, so there can be as many as entries. */
const maxInstances = 10;

export interface DeploymentFacts {
  readonly version: string;
  readonly commit: string;
  readonly configDigest: string;
  /** How clients come in, in a few words. */
  readonly transport: string;
  readonly state: string;
}

export function describeDeployment({ version, commit, configDigest, transport, state }: DeploymentFacts): FigureGroup {
  return {
    title: 'Server',
    figures: [
      { label: 'State', text: state },
      { label: 'Version', text: version },
      { label: 'Commit', text: commit },
      { label: 'Configuration', text: configDigest, note: 'equal on replicas whose clients see the same' },
      { label: 'Transport', text: transport },
    ],
  };
}

/** Everything that is open and has a ceiling. */
export function describeOpen(options: {
  readonly connections: ConnectionFigures;
  readonly held: HeldCalls;
  readonly stateful: boolean;
}): FigureGroup {
  const { connections, held, stateful } = options;
  return {
    title: 'Connections and calls',
    figures: [
      share('Connections', connections.open, connections.limit),
      count('… between two requests', connections.idle),
      count('… without a request so far', connections.silent),
      share('Calls that wait for GitLab', held.calls.taken, held.calls.limit, peakOf(held.calls)),
      ...(stateful ? [share('Sessions', held.sessions.taken, held.sessions.limit, peakOf(held.sessions))] : []),
    ],
  };
}

export function describePool(pool: PoolFigures): FigureGroup {
  const tiers = Array.from(pool.byTier, ([tier, entries]) => `${tier} ${entries}`).join(', ');
  return {
    title: 'Credentials',
    figures: [
      share('Served', pool.entries, pool.capacity),
      count('… with a subscription', pool.busy, 'evicted last'),
      count('… built while GitLab did not answer', pool.unverified),
      { label: '… by tier', text: tiers === '' ? 'none' : tiers },
      ...describeInstances(pool.byInstance),
      count('Being looked at', pool.admissions),
      share('Verification slots', pool.slots.taken, pool.slots.limit),
      count('Tokens known to be refused', pool.refusalsRemembered),
    ],
  };
}

function describeInstances(byInstance: PoolFigures['byInstance']): readonly Figure[] {
  const sorted = [...byInstance].sort(([, one], [, other]) => other - one);
  const rest = sorted.slice(maxInstances);
  return [
    ...sorted.slice(0, maxInstances).map(([address, entries]) => count(`… at ${address}`, entries)),
    ...(rest.length === 0
      ? []
      : [
          count(
            `… at ${rest.length} others`,
            rest.reduce((sum, [, entries]) => sum + entries, 0),
          ),
        ]),
  ];
}

export function describeWatching({ watchers, listens, scheduled }: ReturnType<Subscriptions['describe']>): FigureGroup {
  return {
    title: 'Subscriptions',
    figures: [
      share('Watchers', watchers.taken, watchers.limit, peakOf(watchers)),
      count('… for so many credentials', watchers.credentials),
      share('Listen streams', listens.taken, listens.limit, peakOf(listens)),
      count('Timers', scheduled),
    ],
  };
}

export function describeLimits(options: {
  readonly rates: ReturnType<RateLimits['describe']>;
  /** Absent on stdio. */
  readonly budgets: ReturnType<ProcessAuthBudgets['describe']> | undefined;
}): FigureGroup {
  const { rates, budgets } = options;
  const { left, burst, tokensPerSecond } = rates.listedTools;
  return {
    title: 'Limits',
    figures: [
      {
        label: 'Requests of a credential',
        text: rates.ratePerSecond === 0 ? 'not limited' : `${rates.ratePerSecond} a second, ${rates.burst} at once`,
      },
      share(
        'Allowance of tools to list',
        burst - left,
        burst,
        `used by all together, given back by ${tokensPerSecond} a second`,
      ),
      ...(budgets === undefined
        ? []
        : [
            count('Addresses with failures', budgets.failures.clients, 'in the window of --auth-failure-limit'),
            count('… locked for the number', budgets.failures.locked),
            count('… locked for different tokens', budgets.distinct.locked),
          ]),
    ],
  };
}

function peakOf({ peak }: Pick<Slots, 'peak'>): string {
  return `peak ${peak} since the start`;
}
