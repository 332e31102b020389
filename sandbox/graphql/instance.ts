import { isEnterprise, versionString } from '../world/settings.ts';
import type { Area, Context } from './schema.ts';

/** The instance, and the query itself. */
export const instance: Area = {
  objects: {
    Query: {
      fields: {
        metadata: { type: 'Metadata', resolve: (_source: unknown, _args: unknown, context: Context) => context.world },
        queryComplexity: {
          type: 'QueryComplexity',
          resolve: (_source: unknown, _args: unknown, context: Context) => context.complexity,
        },
        echo: {
          type: 'String!',
          args: { text: 'String!' },
          resolve: (_source: unknown, { text }: { text: string }, { user }: Context) =>
            `${user === undefined ? 'nil' : JSON.stringify(user.username)} says: ${text}`,
        },
      },
    },
    Metadata: {
      grant: { permission: 'read_metadata', boundary: () => ({ kind: 'instance' }) },
      fields: {
        version: { type: 'String!', resolve: ({ settings }: Context['world']) => versionString(settings) },
        revision: { type: 'String!', resolve: ({ settings }: Context['world']) => settings.revision },
        enterprise: { type: 'Boolean!', resolve: ({ settings }: Context['world']) => isEnterprise(settings) },
        kas: { type: 'Kas!', resolve: (world: Context['world']) => world },
      },
    },
    Kas: {
      grant: 'open',
      fields: {
        enabled: { type: 'Boolean!', resolve: () => true },
        version: { type: 'String', resolve: ({ settings }: Context['world']) => settings.version },
        externalUrl: {
          type: 'String',
          resolve: ({ settings }: Context['world']) =>
            `${settings.externalUrl.replace(/^http/, 'ws')}/-/kubernetes-agent/`,
        },
        externalK8sProxyUrl: {
          type: 'String',
          resolve: (world: Context['world']) => world.url('/-/kubernetes-agent/k8s-proxy/'),
        },
      },
    },
    QueryComplexity: { grant: 'open', fields: { score: { type: 'Int' }, limit: { type: 'Int' } } },
  },
};
