import { type World, defineState } from './world.ts';

/** An SSH key that opens repositories to machines; one key may open several projects. */
export interface DeployKey {
  readonly id: number;
  title: string;
  readonly key: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly isPublic: boolean;
  /** Project id to whether the key may push there. */
  readonly projects: Map<number, boolean>;
}

export const deployKeysState = defineState(() => [] as DeployKey[]);

export function addDeployKey(world: World, given: Pick<DeployKey, 'title' | 'key'> & Partial<DeployKey>): DeployKey {
  const key: DeployKey = {
    createdAt: world.clock.timestamp(),
    expiresAt: null,
    isPublic: false,
    projects: new Map(),
    ...given,
    // Keys of users and of deployments share one sequence.
    id: world.nextId('key'),
  };
  world.state(deployKeysState).push(key);
  return key;
}
