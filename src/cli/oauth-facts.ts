import type { Config } from '../config/option-index.ts';
import { defaultResourceDocumentation, protectedResourceMetadataUrl } from '../config/public-url.ts';

/** What clients are told about getting a token, in the metadata and in every challenge alike (trap T-54). */
export interface OAuthFacts {
  readonly publicUrl: string;
  readonly metadataUrl: string;
  /** The one scope to ask for. */
  readonly scope: 'api' | 'read_api';
  readonly documentation: string;
}

/** `undefined` when clients bring tokens of their own. */
export function findOAuthFacts({ auth, surface }: Pick<Config, 'auth' | 'surface'>): OAuthFacts | undefined {
  const { mode, publicUrl } = auth;
  // The start was refused for OAuth without a public URL (START-09).
  if (mode === 'legacy' || publicUrl === undefined) return undefined;
  return {
    publicUrl,
    metadataUrl: protectedResourceMetadataUrl(publicUrl),
    scope: surface.readOnly || surface.safeMode ? 'read_api' : 'api',
    documentation: auth.resourceDocumentation ?? defaultResourceDocumentation,
  };
}
