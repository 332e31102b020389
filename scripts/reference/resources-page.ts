import { type ResourceUri, resourceKinds, resourceUris } from '../../src/catalog/resource-uris.ts';
import { defineManifest, defineTool } from '../../src/resources/definitions.ts';
import { guides } from '../../src/resources/guides/guides.ts';
import { kinds } from '../../src/resources/kinds.ts';

/** `docs/reference/resources.md`: every resource and template, what it holds and where that comes from. */
export function renderResourcesPage(): string {
  const rows = resourceKinds.map((kind) => {
    const { title, description } = kinds[kind];
    const { template, actions, subscribable }: ResourceUri = resourceUris[kind];
    const from = actions.map((id) => `\`${id}\``).join(', ');
    return `| \`${template}\` | ${title}: ${description} | ${subscribable ? 'yes' : ''} | ${from} |`;
  });
  const manifest = defineManifest({ subscriptions: false });
  const tool = defineTool({ subscriptions: false });
  return `# Resources

Generated from the resources by \`npm run reference\`; edit them, not this page. [The guide](../guides/resources.md) says how
they are used, and [another](../guides/subscriptions.md) how to be told when one changes.

A URI with braces is a template. A resource is served where all the actions it comes from are: excluding one takes the
resource away.

## Objects of GitLab

| URI | What it holds | Can be watched | Comes from |
| --- | --- | --- | --- |
${rows.join('\n')}

## Guides

| URI | What it says |
| --- | --- |
${guides.map(({ uri, title, description }) => `| \`${uri}\` | ${title}: ${description} |`).join('\n')}

## What can be called

| URI | What it holds |
| --- | --- |
| \`${manifest.uri}\` | ${manifest.description} |
| \`${tool.uriTemplate}\` | ${tool.description} |
`;
}
