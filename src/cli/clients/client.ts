import type { ClientTarget } from '../../config/client-target.ts';
import type { Launch } from './launch.ts';

/** What a client is to connect to: a command that it starts, or a URL. */
export type Connection =
  | (Extract<ClientTarget, { kind: 'stdio' }> & { readonly launch: Launch })
  | (Extract<ClientTarget, { kind: 'http' }> & {
      /** Only the demo's, whose tokens open nothing. Without it the client is asked for one, or a placeholder stands. */
      readonly token?: string;
    })
  | Extract<ClientTarget, { kind: 'oauth' }>;

/** What one client has to be told. */
export interface ClientEntry {
  readonly language: 'json' | 'toml';
  /** The file that the text goes into. */
  readonly where: string;
  readonly text: string;
  /** A command that writes the same entry. */
  readonly command?: string;
  /** Opens the client and offers to add the entry. */
  readonly link?: string;
  /** What is left to do, each one sentence or two. */
  readonly notes: readonly string[];
}

export interface Client {
  readonly title: string;
  readonly entry: (connection: Connection) => ClientEntry;
}

/** Stands where a client has no way to keep a secret apart from its configuration. */
export const tokenPlaceholder = '<your token>';

/** Stands for the ID of the OAuth application, when the server was not told which ones it admits. */
export const applicationPlaceholder = '<application_id>';

/** `command`, `args` and `env` as nearly every client reads them. */
export function commandEntry(
  { launch, args, environment, instance }: Extract<Connection, { kind: 'stdio' }>,
  token: string,
): { readonly command: string; readonly args?: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  const all = [...launch.args, ...args];
  return {
    command: launch.command,
    ...(all.length === 0 ? {} : { args: all }),
    env: { GITLAB_URL: instance, GITLAB_TOKEN: token, ...environment },
  };
}

/** The headers of a client that sends a token of its own. */
export function tokenHeaders(
  { token, instance }: Extract<Connection, { kind: 'http' }>,
  reference: string,
): Readonly<Record<string, string>> {
  return { 'PRIVATE-TOKEN': token ?? reference, ...instanceHeader(instance) };
}

/** The headers of a client that logs in. */
export function oauthHeaders({ instance }: Extract<Connection, { kind: 'oauth' }>): {
  readonly headers?: Readonly<Record<string, string>>;
} {
  return instance === undefined ? {} : { headers: instanceHeader(instance) };
}

function instanceHeader(instance: string | undefined): Readonly<Record<string, string>> {
  return instance === undefined ? {} : { 'GITLAB-URL': instance };
}

export function toJson(value: object): string {
  return JSON.stringify(value, null, 2);
}
