/** What a client sees: actions by domain, and the tools of every surface with the size of their list. */
import { domainOf } from '../src/catalog/action.ts';
import { Catalog } from '../src/catalog/catalog.ts';
import { domains } from '../src/catalog/domains.ts';
import { CatalogView } from '../src/catalog/view.ts';
import { iconsOf } from '../src/mcp/icons.ts';
import { createDynamicSurface } from '../src/surfaces/dynamic/dynamic-surface.ts';
import { createIndividualSurface } from '../src/surfaces/individual/individual-surface.ts';
import { createMetaSurface } from '../src/surfaces/meta/meta-surface.ts';
import { createActionSearch } from '../src/surfaces/search/search-index.ts';

const catalog = new Catalog(domains.flat());
const view = new CatalogView(catalog, {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
});

const counts = new Map<string, number>();
for (const action of catalog.actions) counts.set(domainOf(action), (counts.get(domainOf(action)) ?? 0) + 1);

console.log(`actions: ${catalog.actions.length} in ${counts.size} domains`);
console.log([...counts].map(([domain, count]) => `${domain} ${count}`).join(', '));

const surfaces = {
  dynamic: createDynamicSurface(view, { search: createActionSearch(view), icons: iconsOf }),
  'meta, opaque': createMetaSurface(view, { paramMode: 'opaque', icons: iconsOf }),
  'meta, compact': createMetaSurface(view, { paramMode: 'compact', icons: iconsOf }),
  'meta, full': createMetaSurface(view, { paramMode: 'full', icons: iconsOf }),
  individual: createIndividualSurface(view, { icons: iconsOf }),
};
for (const [name, { tools }] of Object.entries(surfaces)) {
  const bytes = Buffer.byteLength(JSON.stringify(tools));
  const read = Buffer.byteLength(JSON.stringify(tools.map(({ icons: _icons, ...rest }) => rest)));
  // No model reads the icons. Four bytes a token is the usual rule of thumb for English and JSON.
  console.log(
    `${name}: ${tools.length} tools, ${bytes} bytes, ${read} of them without icons, about ${Math.round(read / 4)} tokens`,
  );
}
