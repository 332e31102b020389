import type { World } from '../world/world.ts';

/** Fills a part of a new world. Runs after the seeds listed before it. */
export type Seed = (world: World) => void;

const dayMs = 24 * 3_600_000;

/** A moment so many days before the world begins; seeds tell their history with it. */
export function daysAgo(world: World, days: number): string {
  return world.clock.timestamp(world.clock.now() - Math.round(days * dayMs));
}

/** A date, `YYYY-MM-DD`, so many days before the world begins; negative for the future. */
export function dateDaysAgo(world: World, days: number): string {
  return daysAgo(world, days).slice(0, 10);
}
