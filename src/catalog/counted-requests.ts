import type { GitLabApi } from './call.ts';

const clients = new WeakMap<GitLabApi, GitLabApi>();

/** The same client, with every request of a call announced before it goes out. */
export function countRequests(client: GitLabApi, onRequest: () => void): GitLabApi {
  const counted: GitLabApi = {
    instance: client.instance,
    send(...request) {
      onRequest();
      return client.send(...request);
    },
    graphql(...request) {
      onRequest();
      return client.graphql(...request);
    },
    stream(...request) {
      onRequest();
      return client.stream(...request);
    },
  };
  clients.set(counted, client);
  return counted;
}

/** The client behind the one of a call: what several calls share is kept under it. */
export function clientOf(gitlab: GitLabApi): GitLabApi {
  return clients.get(gitlab) ?? gitlab;
}
