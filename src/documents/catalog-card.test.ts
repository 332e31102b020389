import { describe, expect, test } from 'vitest';
import { buildCatalogCard, type CatalogCardOptions } from './catalog-card.ts';

const options: CatalogCardOptions = {
  serverInfo: { name: 'gitlab-mcp-server', version: '1.2.3' },
  revision: '2026-07-28',
  publicUrl: undefined,
  resourceMetadataUrl: undefined,
  stateless: true,
  telemetry: undefined,
  catalog: {
    capabilities: { tools: {} },
    instructions: 'Do this.',
    tools: [{ name: 'a' }],
    resources: [{ uri: 'gitlab://groups' }],
    resourceTemplates: [],
    prompts: [{ name: 'p' }],
    subscribableTemplates: undefined,
  },
};

describe('the card of SEP-1649', () => {
  test('CARD-02: tells where the endpoint is: at the public URL, else at its usual path on the host of the card', () => {
    const publicUrl = 'https://mcp.example.com/gitlab';

    expect(buildCatalogCard(options)).toHaveProperty('transport', { type: 'streamable-http', endpoint: '/mcp' });
    expect(buildCatalogCard({ ...options, publicUrl })).toHaveProperty('transport.endpoint', publicUrl);
  });

  test('CARD-02: says of telemetry what callers should know, never where it is sent, and nothing when it is off', () => {
    const telemetry = { signals: ['traces', 'logs'], protocol: 'grpc' } as const;

    expect(buildCatalogCard(options)).not.toHaveProperty('telemetry');
    expect(buildCatalogCard({ ...options, telemetry })).toHaveProperty('telemetry', {
      enabled: true,
      ...telemetry,
      conventions: expect.stringContaining('OpenTelemetry'),
      recorded: expect.any(String),
      not_recorded: expect.stringContaining('tokens'),
    });
  });

  test('CARD-03: its members are always in one order', () => {
    const telemetry = { signals: ['traces'], protocol: 'grpc' } as const;
    const catalog = { ...options.catalog, subscribableTemplates: ['gitlab://group/{group_id}'] };

    expect(Object.keys(buildCatalogCard({ ...options, telemetry, catalog }))).toEqual([
      '$schema',
      'version',
      'protocolVersion',
      'serverInfo',
      'description',
      'transport',
      'capabilities',
      'authentication',
      'subscriptions',
      'telemetry',
      'instructions',
      'tools',
      'resources',
      'resourceTemplates',
      'prompts',
    ]);
  });
});
