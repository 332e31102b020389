import { type World, defineState } from './world.ts';

/** A merge request that has to wait for another. */
export interface Block {
  readonly id: number;
  readonly blockingId: number;
  readonly blockedId: number;
}

const blocksState = defineState((): Block[] => []);

export function mergeRequestBlocks(world: World): Block[] {
  return world.state(blocksState);
}
