import { type Action, domainOf, otherIds } from '../../src/catalog/action.ts';
import { Catalog } from '../../src/catalog/catalog.ts';
import { domains } from '../../src/catalog/domains.ts';

interface Page {
  readonly path: string;
  readonly render: () => string;
}

const { actions } = new Catalog(domains.flat());
const byArea = Map.groupBy(actions, domainOf);
const areas = [...byArea.keys()].sort();

/** `docs/reference/actions.md` and a page for each area: every action with what it does to GitLab and what it asks of it. */
export const actionPages: readonly Page[] = [
  { path: 'docs/reference/actions.md', render: renderIndex },
  ...areas.map((area) => ({ path: `docs/reference/actions/${area}.md`, render: () => renderArea(area) })),
];

function renderIndex(): string {
  const rows = areas.map((area) => {
    const those = byArea.get(area) ?? [];
    const counts = (['read', 'write', 'destroy'] as const).map((effect) => those.filter((a) => a.effect === effect));
    return `| [${area}](actions/${area}.md) | ${those.length} | ${counts.map(({ length }) => length || '').join(' | ')} | ${those
      .slice(0, 3)
      .map(({ title }) => lowerFirst(title))
      .join(', ')} |`;
  });
  return `# Actions

Generated from the catalog by \`npm run reference\`; edit that, not this page.

The ${actions.length} things that can be done in GitLab through this server, by area. A client sees those of them that its
token, its GitLab and the settings of the server allow. To find one by what it is for, ask as an assistant would:
\`gitlab-mcp-server --tool-search="who works on this project"\`.

- *read* changes nothing, *write* changes something, *destroy* takes something away that does not come back: it needs a
  yes, as [the guide](../guides/confirmations.md) says.
- The tier is the least that GitLab needs. Where there is none it is Free.
- The route is the request to GitLab, below \`/api/v4\`. Without one the action takes
  several requests, or a document put together for the call. A token needs
  \`read_api\` for what reads and \`api\` for the rest, unless the page says otherwise.

| Area | Actions | Read | Write | Destroy | Such as |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function renderArea(area: string): string {
  const those = byArea.get(area) ?? [];
  const others = those.filter((action) => otherIds(action).length > 0);
  const names = others.map(
    (action) =>
      `- \`${action.id}\`: ${otherIds(action)
        .map((id) => `\`${id}\``)
        .join(', ')}`,
  );
  const also = names.length === 0 ? '' : `\nOther names that mean the same:\n\n${names.join('\n')}\n`;
  return `# Actions: ${area}

Generated from the catalog by \`npm run reference\`; edit that, not this page. [All areas](../actions.md), and what the
columns mean.

| Action | | Effect | Tier | Route |
| --- | --- | --- | --- | --- |
${those.map(renderAction).join('\n')}
${also}`;
}

function renderAction(action: Action): string {
  const { id, title, effect, scope } = action;
  const token = scope === undefined ? '' : `; ${tokens[scope]}`;
  return `| \`${id}\` | ${title}${token} | ${effect} | ${tierOf(action)} | ${routeOf(action)} |`;
}

const tokens: Readonly<Record<NonNullable<Action['scope']>, string>> = {
  read_api: 'needs `read_api`',
  api: 'needs `api`',
  'other-credential': 'with a token of its own',
  'no-request': 'asks GitLab nothing',
};

function tierOf({ tier, onlyOnGitlabCom }: Action): string {
  const name = tier === undefined || tier === 'free' ? '' : `${tier.charAt(0).toUpperCase()}${tier.slice(1)}`;
  return [name, onlyOnGitlabCom === true ? 'GitLab.com' : ''].filter((part) => part !== '').join(', ');
}

function routeOf({ route, graphql }: Action): string {
  if (route !== undefined) return `\`${route}\``;
  if (graphql === undefined) return '';
  return `GraphQL ${/^\s*(query|mutation)\b/.exec(graphql.document)?.[1] ?? ''} \`${graphql.pick.split('.', 2).join('.')}\``;
}

function lowerFirst(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;
}
