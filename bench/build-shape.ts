/**
 * `node --expose-gc bench/build-shape.ts SURFACE`: builds in this process what one shape needs for its surface and its list of
 * tools in the newest revision, and prints the processor time it took and what it keeps. A process builds one only:
 * schemas are shared, so a second would be cheaper.
 */
import { Catalog } from '../src/catalog/catalog.ts';
import { domains } from '../src/catalog/domains.ts';
import { CatalogView } from '../src/catalog/view.ts';
import { DescriptionRewrites } from '../src/mcp/description-rewrites.ts';
import { iconsOf } from '../src/mcp/icons.ts';
import { ToolListBytes } from '../src/mcp/list-bytes.ts';
import { createDynamicSurface } from '../src/surfaces/dynamic/dynamic-surface.ts';
import { createIndividualSurface } from '../src/surfaces/individual/individual-surface.ts';
import { createMetaSurface } from '../src/surfaces/meta/meta-surface.ts';
import { createActionSearch } from '../src/surfaces/search/search-index.ts';
import type { Surface } from '../src/surfaces/surface.ts';
import { createLogger } from '../src/telemetry/logger.ts';

const builders: Readonly<Record<string, (view: CatalogView) => Surface>> = {
  dynamic(view) {
    const search = createActionSearch(view);
    // The first search builds the index.
    search.find('list issues', { limit: 1, explain: false });
    return createDynamicSurface(view, { search, icons: iconsOf });
  },
  opaque: (view) => createMetaSurface(view, { paramMode: 'opaque', icons: iconsOf }),
  compact: (view) => createMetaSurface(view, { paramMode: 'compact', icons: iconsOf }),
  full: (view) => createMetaSurface(view, { paramMode: 'full', icons: iconsOf }),
  individual: (view) => createIndividualSurface(view, { icons: iconsOf }),
};

const build = builders[process.argv[2] ?? ''];
if (build === undefined) throw new Error(`give one of ${Object.keys(builders).join(', ')}`);
const catalog = new Catalog(domains.flat());
const before = settledBytes();
const startedAt = process.cpuUsage();
const view = new CatalogView(catalog, {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
});
const surface = build(view);
const lists = new ToolListBytes(surface.tools, {
  hint: { ttlMs: 300_000, cacheScope: 'private' },
  identity: { name: 'bench', version: '0' },
  rewrites: new DescriptionRewrites([], createLogger({ level: 'error' })),
});
const listBytes = lists.whole('2026-07-28').length;
const { user, system } = process.cpuUsage(startedAt);
const buildMs = (user + system) / 1000;
console.log(JSON.stringify({ buildMs, listBytes, keptBytes: settledBytes() - before }));
// Whoever is still to be used is not collected before it was weighed.
process.on('exit', () => void [view, surface, lists, catalog].length);

function settledBytes(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
