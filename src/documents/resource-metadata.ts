import { identity } from './identity.ts';

export interface ResourceMetadataOptions {
  /** Byte for byte as clients write it: they drop a document that names another resource (RFC 9728 section 3.3). */
  readonly publicUrl: string;
  /** The published instances, canonical. */
  readonly instances: readonly string[];
  /** The one scope to ask for. */
  readonly scope: 'api' | 'read_api';
  readonly documentation: string;
  readonly policyUri: string | undefined;
  readonly tosUri: string | undefined;
}

/** The document of RFC 9728, by which clients find out where to get a token for this server (OAUTH-01). */
export function buildResourceMetadata(options: ResourceMetadataOptions): object {
  const { publicUrl, instances, scope, documentation, policyUri, tosUri } = options;
  return {
    resource: publicUrl,
    authorization_servers: instances,
    // Never both: a client asks for all that are listed, and GitLab refuses one that its application lacks (trap T-54).
    scopes_supported: [scope],
    bearer_methods_supported: ['header'],
    resource_name: identity.title,
    resource_documentation: documentation,
    ...(policyUri === undefined ? {} : { resource_policy_uri: policyUri }),
    ...(tosUri === undefined ? {} : { resource_tos_uri: tosUri }),
  };
}
