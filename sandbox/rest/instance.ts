import type { Resource } from './routes.ts';
import { isEnterprise, versionString } from '../world/settings.ts';
import type { World } from '../world/world.ts';

/** What the instance says about itself. */
export const instance: Resource = {
  routes(routes) {
    for (const path of ['/version', '/metadata']) {
      routes.get(path, { permission: 'read_metadata', boundary: 'instance', scopes: ['read_user'] }, (call) =>
        presentMetadata(call.world),
      );
    }
  },
};

function presentMetadata(world: World) {
  const { settings } = world;
  return {
    version: versionString(settings),
    revision: settings.revision,
    kas: {
      enabled: true,
      externalUrl: `${settings.externalUrl.replace(/^http/, 'ws')}/-/kubernetes-agent/`,
      externalK8sProxyUrl: world.url('/-/kubernetes-agent/k8s-proxy/'),
      version: settings.version,
    },
    enterprise: isEnterprise(settings),
  };
}
