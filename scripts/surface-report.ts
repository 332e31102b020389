/** What a client sees: actions by domain, and the tools of the default surface with the size of their list. */
import { domainOf } from '../src/catalog/action.ts';
import { Catalog } from '../src/catalog/catalog.ts';
import { domains } from '../src/catalog/domains.ts';
import { CatalogView } from '../src/catalog/view.ts';
import { createDynamicSurface } from '../src/surfaces/dynamic/dynamic-surface.ts';
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
const { tools } = createDynamicSurface(view, { search: createActionSearch(view) });
const bytes = Buffer.byteLength(JSON.stringify(tools));

const counts = new Map<string, number>();
for (const action of catalog.actions) counts.set(domainOf(action), (counts.get(domainOf(action)) ?? 0) + 1);

console.log(`actions: ${catalog.actions.length} in ${counts.size} domains`);
console.log([...counts].map(([domain, count]) => `${domain} ${count}`).join(', '));
// Four bytes a token is the usual rule of thumb for English and JSON.
console.log(
  `dynamic surface: ${tools.map((tool) => tool.name).join(', ')}, ${bytes} bytes, about ${Math.round(bytes / 4)} tokens`,
);
