import type { Server, StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { GitLabApi } from '../catalog/call.ts';
import { AppError } from '../errors/app-error.ts';
import { listKinds, type Served } from '../subscriptions/listen-filter.ts';
import type { ResourceReader } from '../subscriptions/resource-reader.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { guarded } from './guarded.ts';
import { isRecord } from '../gitlab/json.ts';
import { type Principal, principalOf } from './principal.ts';
import type { ReadOptions } from './read-resource.ts';
import { modernRevision } from './revisions.ts';
import type { Era } from './shared-transport.ts';

export interface ServeSubscriptionsOptions extends ReadOptions {
  readonly subscriptions: Subscriptions;
  readonly capabilities: object;
}

/** Whatever a client sends is judged where it is used, in our own words. */
const anyParams: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'gitlab-mcp-server', validate: (value) => ({ value }) },
};

/** What clients subscribe with: a listen on the newest revision, a session's subscribe and unsubscribe on the older ones. */
export function serveSubscriptions(server: Server, era: Era, options: ServeSubscriptionsOptions): void {
  const served = servedBy(options.capabilities);
  if (era === 'modern') serveListen(server, served, options);
  else if (served.resources) serveSessions(server, options);
}

function serveListen(server: Server, served: Served, options: ServeSubscriptionsOptions): void {
  server.setRequestHandler('subscriptions/listen', { params: anyParams }, async (params, context) => {
    const principal = principalOf(context.http?.authInfo);
    const result = await guarded(
      () =>
        options.subscriptions.listens.listen({
          watching: { owner: principal.watchOwner, reader: readerFor(principal, options) },
          id: principal.requestId,
          params,
          served,
          signal: context.mcpReq.signal,
          // One that cannot be delivered has lost its client, which the signal tells.
          notify: ({ method, params: told }) =>
            void context.mcpReq.notify({ method, params: told }).catch(() => undefined),
        }),
      options.logger,
    );
    return { ...result };
  });
}

function serveSessions(server: Server, options: ServeSubscriptionsOptions): void {
  server.setRequestHandler('resources/subscribe', { params: anyParams }, async (params, context) => {
    const principal = principalOf(context.http?.authInfo);
    return guarded(async () => {
      const session = sessionOf(principal, 'resources/subscribe');
      return { ...(await session.subscribe(params, readerFor(principal, options), context.mcpReq.signal)) };
    }, options.logger);
  });
  server.setRequestHandler('resources/unsubscribe', { params: anyParams }, async (params, context) => {
    const principal = principalOf(context.http?.authInfo);
    return guarded(
      async () => ({ ...sessionOf(principal, 'resources/unsubscribe').unsubscribe(params) }),
      options.logger,
    );
  });
}

/** A POST without a session ends with its answer: what it subscribed to could never be told (STATELESS-05). */
function sessionOf({ session }: Principal, method: string): NonNullable<Principal['session']> {
  if (session !== undefined) return session;
  throw new AppError(
    'request.invalid',
    `${method} needs a session, and this server keeps none: use subscriptions/listen of protocol version ${modernRevision}`,
  );
}

/** Reads as `resources/read` does, with the client of whoever watches. */
function readerFor({ entry }: Principal, { resources, policy, grants }: ReadOptions): ResourceReader {
  const polling = pollingClient(entry.gitlab);
  return {
    kindOf: (uri) => resources.kindOf(uri),
    read: (uri, { signal, isPoll }) =>
      resources.read(uri, {
        caller: { gitlab: isPoll ? polling : entry.gitlab, policy },
        signal,
        grant: grants.of(entry),
      }),
  };
}

/** A client that sends everything once. */
function pollingClient(gitlab: GitLabApi): GitLabApi {
  return {
    instance: gitlab.instance,
    send: (request, options) => gitlab.send(request, { ...options, isPoll: true }),
    graphql: (document, variables, options) => gitlab.graphql(document, variables, { ...options, isPoll: true }),
    stream: (request, options) => gitlab.stream(request, { ...options, isPoll: true }),
  };
}

/** A listen is told of what the server declares and of nothing else (trap T-41). */
function servedBy(capabilities: object): Served {
  const has = (kind: string, feature: string): boolean => {
    // Any of them may be absent, and none is anything but an object.
    const declared: unknown = (capabilities as Readonly<Record<string, unknown>>)[kind];
    return isRecord(declared) && declared[feature] === true;
  };
  return {
    lists: new Set(listKinds.filter((kind) => has(kind, 'listChanged'))),
    resources: has('resources', 'subscribe'),
  };
}
