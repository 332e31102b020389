import { AppError } from '../errors/app-error.ts';
import { isRecord } from '../gitlab/json.ts';

/** The lists whose changes a client can ask to be told of. */
export const listKinds = ['tools', 'prompts', 'resources'] as const;

export type ListKind = (typeof listKinds)[number];

/** What a deployment tells of: the capabilities that it declares. */
export interface Served {
  readonly lists: ReadonlySet<ListKind>;
  /** Whether resources can be watched. */
  readonly resources: boolean;
}

/** What a listen asks for and gets. What this deployment does not tell of is left out, not refused. */
export interface ListenFilter {
  readonly lists: ReadonlySet<ListKind>;
  /** Each URI once; `undefined` when the client asked for none or none are served. */
  readonly uris: ReadonlySet<string> | undefined;
}

/** @throws AppError `request.params` when the parameters are not those of a listen. */
export function parseListenFilter(params: unknown, served: Served): ListenFilter {
  const notifications = isRecord(params) ? params['notifications'] : undefined;
  if (!isRecord(notifications)) {
    throw invalid('subscriptions/listen needs notifications, an object that says what to be told of');
  }
  const asked = listKinds.filter((kind) => isAskedFor(notifications, fieldOf(kind)));
  const uris = parseUris(notifications['resourceSubscriptions']);
  return {
    lists: new Set(asked.filter((kind) => served.lists.has(kind))),
    uris: served.resources ? uris : undefined,
  };
}

/** The part of a request that is honoured, as the acknowledgement names it. */
export function toAcknowledgement({ lists, uris }: ListenFilter): object {
  return {
    ...Object.fromEntries(Array.from(lists, (kind) => [fieldOf(kind), true])),
    ...(uris === undefined ? {} : { resourceSubscriptions: Array.from(uris) }),
  };
}

function fieldOf(kind: ListKind): string {
  return `${kind}ListChanged`;
}

function isAskedFor(notifications: Readonly<Record<string, unknown>>, field: string): boolean {
  const value = notifications[field] ?? false;
  if (typeof value !== 'boolean') throw invalid(`notifications.${field} is true or false`);
  return value;
}

function parseUris(value: unknown): ReadonlySet<string> | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((uri) => typeof uri === 'string')) {
    throw invalid('notifications.resourceSubscriptions is a list of resource URIs');
  }
  return value.length === 0 ? undefined : new Set(value);
}

function invalid(message: string): AppError {
  return new AppError('request.params', message);
}
