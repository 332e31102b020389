import { describe, expect, test } from 'vitest';
import { protectedResourceMetadataUrl, routePaths } from './public-url.ts';

describe('where routes are', () => {
  test('CARD-01, CARD-02, START-02: without a public URL everything is at the root', () => {
    expect(routePaths(undefined)).toEqual({
      endpoint: ['/', '/mcp'],
      health: ['/health'],
      serverCard: ['/server-card', '/mcp/server-card'],
      catalogCard: ['/.well-known/mcp/server-card.json'],
      resourceMetadata: undefined,
    });
  });

  test('a public URL that is an origin adds only the OAuth metadata', () => {
    expect(routePaths('https://mcp.example.com')).toEqual({
      ...routePaths(undefined),
      resourceMetadata: '/.well-known/oauth-protected-resource',
    });
  });

  test('CARD-01, CARD-02, START-02: a public path is a prefix of every document and an endpoint itself', () => {
    expect(routePaths('https://mcp.example.com/gitlab')).toEqual({
      endpoint: ['/', '/mcp', '/gitlab'],
      health: ['/health', '/gitlab/health'],
      serverCard: ['/server-card', '/gitlab/server-card', '/mcp/server-card', '/gitlab/mcp/server-card'],
      catalogCard: ['/.well-known/mcp/server-card.json', '/gitlab/.well-known/mcp/server-card.json'],
      resourceMetadata: '/.well-known/oauth-protected-resource/gitlab',
    });
  });

  test('a public path that is exactly /mcp names the endpoint and is no prefix', () => {
    expect(routePaths('https://mcp.example.com/mcp')).toEqual({
      ...routePaths(undefined),
      resourceMetadata: '/.well-known/oauth-protected-resource/mcp',
    });
  });

  test('a public path that merely ends in /mcp is a prefix', () => {
    const paths = routePaths('https://mcp.example.com/gitlab/mcp');

    expect(paths.endpoint).toEqual(['/', '/mcp', '/gitlab/mcp']);
    expect(paths.health).toEqual(['/health', '/gitlab/mcp/health']);
    expect(paths.serverCard).toContain('/gitlab/mcp/server-card');
    expect(paths.catalogCard).toContain('/gitlab/mcp/.well-known/mcp/server-card.json');
  });

  test('a query is part of no path', () => {
    expect(routePaths('https://mcp.example.com/gitlab?team=a')).toEqual(routePaths('https://mcp.example.com/gitlab'));
  });
});

describe('T-55: where the OAuth metadata of a public URL is', () => {
  test.each([
    ['https://mcp.example.com', 'https://mcp.example.com/.well-known/oauth-protected-resource'],
    ['https://mcp.example.com/mcp', 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'],
    ['https://mcp.example.com/gitlab/mcp', 'https://mcp.example.com/.well-known/oauth-protected-resource/gitlab/mcp'],
    ['https://mcp.example.com:8443/a', 'https://mcp.example.com:8443/.well-known/oauth-protected-resource/a'],
    ['http://[::1]:8080/mcp', 'http://[::1]:8080/.well-known/oauth-protected-resource/mcp'],
    // As a client that parses the URL would send it.
    ['https://MCP.example.com:443/Ä', 'https://mcp.example.com/.well-known/oauth-protected-resource/%C3%84'],
    ['https://mcp.example.com/mcp?team=a', 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp?team=a'],
    ['https://mcp.example.com?team=a', 'https://mcp.example.com/.well-known/oauth-protected-resource?team=a'],
  ])('of %s', (publicUrl, expected) => {
    expect(protectedResourceMetadataUrl(publicUrl)).toBe(expected);
  });
});
