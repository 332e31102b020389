import type { Core } from '../app.ts';
import type { Config } from '../config/option-index.ts';
import { routePaths } from '../config/public-url.ts';
import type { Document } from '../documents/document.ts';
import type { Health } from '../documents/health.ts';
import { PublicDocument } from '../documents/public-document.ts';
import { buildResourceMetadata } from '../documents/resource-metadata.ts';
import { buildServerCard, serverCardType } from '../documents/server-card.ts';
import type { TelemetryFacts } from '../documents/telemetry-block.ts';
import { legacyRevisions, type Revision, revisions } from '../mcp/revisions.ts';
import { findOAuthFacts } from './oauth-facts.ts';
import { unaskedFacts } from './unasked-facts.ts';

export interface PublicDocumentsOptions {
  readonly config: Config;
  readonly version: string;
  readonly core: Core;
  readonly health: Health;
  /** What is exported; nothing when telemetry is off. */
  readonly telemetry: TelemetryFacts | undefined;
}

/** Everything that is served besides MCP, by path. */
export function createPublicDocuments(options: PublicDocumentsOptions): ReadonlyMap<string, Document> {
  const { config, health } = options;
  const paths = routePaths(config.auth.publicUrl);
  const served: (readonly [readonly string[], Document])[] = [
    [paths.health, health],
    [paths.serverCard, createServerCard(options)],
    [paths.catalogCard, createCatalogCard(options)],
  ];
  const metadata = createResourceMetadata(config);
  if (metadata !== undefined && paths.resourceMetadata !== undefined) {
    served.push([[paths.resourceMetadata], metadata]);
  }
  return new Map(served.flatMap(([places, document]) => places.map((path) => [path, document] as const)));
}

function createServerCard({ config, version }: PublicDocumentsOptions): Document {
  const { publicUrl } = config.auth;
  const { instances } = config.gitlab;
  const oauth = findOAuthFacts(config) !== undefined;
  // The instances are public in the OAuth metadata and nowhere else.
  const choice = instances.length === 1 ? undefined : { instances: oauth ? instances : undefined };
  return new PublicDocument(serverCardType, () =>
    buildServerCard({ version, publicUrl, oauth, choice, revisions: servedRevisions(config) }),
  );
}

function createCatalogCard({ config, core, telemetry }: PublicDocumentsOptions): Document {
  const { publicUrl } = config.auth;
  const { stateless } = config.http;
  return new PublicDocument('application/json', async () => {
    const [{ buildCatalogCard }, { describeShape }, shapes] = await Promise.all([
      import('../documents/catalog-card.ts'),
      import('../mcp/describe-shape.ts'),
      core.shapes(),
    ]);
    const shape = await shapes.forFacts(unaskedFacts(config));
    const [revision] = servedRevisions(config);
    return buildCatalogCard({
      serverInfo: shape.identity,
      revision,
      publicUrl,
      resourceMetadataUrl: findOAuthFacts(config)?.metadataUrl,
      stateless,
      telemetry,
      catalog: describeShape(shape, revision),
    });
  });
}

/** Only for OAuth: to announce an authorization server to clients that bring a token would send them astray. */
function createResourceMetadata(config: Config): Document | undefined {
  const { auth, gitlab } = config;
  const facts = findOAuthFacts(config);
  if (facts === undefined) return undefined;
  return new PublicDocument('application/json', () =>
    buildResourceMetadata({
      ...facts,
      instances: gitlab.instances,
      policyUri: auth.resourcePolicyUri,
      tosUri: auth.resourceTosUri,
    }),
  );
}

/** Newest first. */
function servedRevisions({ http }: Config): readonly [Revision, ...Revision[]] {
  return http.stateless ? revisions : legacyRevisions;
}
