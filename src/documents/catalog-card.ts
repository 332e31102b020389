import { identity } from './identity.ts';
import { buildSubscriptionsBlock } from './subscriptions-block.ts';
import { buildTelemetryBlock, type TelemetryFacts } from './telemetry-block.ts';

export interface CatalogCardOptions {
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** The newest protocol revision that is negotiated; the lists are as it shows them. */
  readonly revision: string;
  readonly publicUrl: string | undefined;
  /** Where the OAuth metadata is; `undefined` when clients bring tokens of their own. */
  readonly resourceMetadataUrl: string | undefined;
  readonly stateless: boolean;
  readonly telemetry: TelemetryFacts | undefined;
  readonly catalog: CardCatalog;
}

/** What the deployment offers to a caller nothing is known of. */
export interface CardCatalog {
  readonly capabilities: object;
  readonly instructions: string;
  readonly tools: readonly object[];
  readonly resources: readonly object[];
  readonly resourceTemplates: readonly object[];
  readonly prompts: readonly object[];
  /** Templates of what can be watched; `undefined` where nothing is. */
  readonly subscribableTemplates: readonly string[] | undefined;
}

/**
 * The card of SEP-1649: everything the deployment offers, for directories and scanners that have no credential. The one
 * list of it that is public: `tools/list` itself is answered to callers that GitLab knows.
 */
export function buildCatalogCard(options: CatalogCardOptions): object {
  const { serverInfo, revision, publicUrl, resourceMetadataUrl, stateless, telemetry, catalog } = options;
  const { subscribableTemplates: templates } = catalog;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json',
    version: '1.0',
    protocolVersion: revision,
    serverInfo: { name: serverInfo.name, title: identity.title, version: serverInfo.version },
    description: identity.description,
    transport: { type: 'streamable-http', endpoint: publicUrl ?? '/mcp' },
    capabilities: catalog.capabilities,
    authentication: {
      required: true,
      ...(resourceMetadataUrl === undefined
        ? { schemes: ['private-token', 'bearer'] }
        : { schemes: ['oauth2', 'bearer'], resource_metadata: resourceMetadataUrl }),
    },
    ...(templates === undefined ? {} : { subscriptions: buildSubscriptionsBlock({ stateless, templates }) }),
    ...(telemetry === undefined ? {} : { telemetry: buildTelemetryBlock(telemetry) }),
    instructions: catalog.instructions,
    tools: catalog.tools,
    resources: catalog.resources,
    resourceTemplates: catalog.resourceTemplates,
    prompts: catalog.prompts,
  };
}
