import { createHash } from 'node:crypto';
import type { Config } from './option-index.ts';

/**
 * Twelve hex digits that are equal on two servers when their clients see the same catalogue: surfaces, schema
 * mode, tier, scope detection, protective modes and exclusions (HEALTH-01). Nothing else counts, neither
 * addresses nor limits, and not the version, so that replicas can be compared during an upgrade.
 */
export function buildConfigDigest({ surface, pool }: Pick<Config, 'surface' | 'pool'>): string {
  const seen = [
    surface.tools,
    surface.capabilities,
    surface.metaSchemas,
    pool.tier ?? 'detected',
    pool.filterByScopes,
    surface.readOnly,
    surface.safeMode,
    // The order of a list is how it was typed, not what it asks for.
    [...new Set(surface.excluded)].sort(),
  ];
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 12);
}
