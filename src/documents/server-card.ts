import { identity } from './identity.ts';

/** The media type of the card (CARD-01). */
export const serverCardType = 'application/mcp-server-card+json';

export interface ServerCardOptions {
  readonly version: string;
  /** Without it the server does not know where clients reach it, and the card names no address. */
  readonly publicUrl: string | undefined;
  readonly oauth: boolean;
  /** The instances that are offered, when the client has to choose one; `undefined` when there is nothing to choose. */
  readonly choice: InstanceChoice | undefined;
  /** Protocol revisions that are negotiated, newest first. */
  readonly revisions: readonly string[];
}

/** `undefined`: whoever has no credential is not told which there are. */
export interface InstanceChoice {
  readonly instances: readonly string[] | undefined;
}

/**
 * The card of SEP-2127: who the server is and how to connect. What it can do is not in it, because that depends on who
 * asks.
 */
export function buildServerCard({ version, publicUrl, oauth, choice, revisions }: ServerCardOptions): object {
  const headers = [oauth ? bearerHeader : tokenHeader, ...(choice === undefined ? [] : [instanceHeader(choice)])];
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    name: identity.name,
    version,
    title: identity.title,
    description: identity.description,
    ...(publicUrl === undefined
      ? {}
      : { remotes: [{ type: 'streamable-http', url: publicUrl, headers, supportedProtocolVersions: revisions }] }),
  };
}

const tokenHeader = {
  name: 'PRIVATE-TOKEN',
  description: 'A GitLab access token with the scope api, or read_api to only read.',
  isRequired: true,
  isSecret: true,
} as const;

const bearerHeader = {
  name: 'Authorization',
  description: 'Bearer and an access token of the GitLab instance, which the client gets by OAuth.',
  isRequired: true,
  isSecret: true,
  placeholder: 'Bearer <token>',
} as const;

function instanceHeader({ instances }: InstanceChoice): object {
  return {
    name: 'GITLAB-URL',
    description: 'The GitLab instance to work with.',
    isRequired: true,
    isSecret: false,
    ...(instances === undefined ? {} : { choices: instances }),
  };
}
