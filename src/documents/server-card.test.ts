import { describe, expect, test } from 'vitest';
import { buildServerCard, type ServerCardOptions } from './server-card.ts';

interface Card {
  readonly $schema: string;
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly remotes?: readonly [
    { readonly url: string; readonly headers: readonly Readonly<Record<string, unknown>>[] },
  ];
}

const options: ServerCardOptions = {
  version: '1.2.3-rc.1',
  publicUrl: 'https://mcp.example.com/mcp',
  oauth: false,
  choice: undefined,
  revisions: ['2026-07-28'],
};

describe('the card of SEP-2127', () => {
  test('CARD-01: keeps to the bounds of its schema', () => {
    const { $schema, name, version, title, description, remotes } = build({});

    expect($schema).toMatch(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\/v\d+\/server-card\.schema\.json$/);
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(name.length).toBeLessThanOrEqual(200);
    expect(name.split('/')[1]).toBe('gitlab-mcp-server');
    expect(version).toBe('1.2.3-rc.1');
    for (const text of [title, description]) {
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(100);
    }
    expect(remotes?.[0].url).toMatch(/^https?:\/\/\S+$/);
    const inputFields = ['name', 'description', 'isRequired', 'isSecret', 'placeholder', 'choices'];
    for (const header of remotes?.[0].headers ?? []) {
      expect(Object.keys(header).filter((field) => !inputFields.includes(field))).toEqual([]);
    }
  });

  test('CARD-01: holds nothing of what the server offers, which depends on who asks', () => {
    expect(Object.keys(build({}))).toEqual(['$schema', 'name', 'version', 'title', 'description', 'remotes']);
  });

  test('CARD-01: names the one header that the mode asks for', () => {
    expect(headersOf({})).toEqual([{ name: 'PRIVATE-TOKEN', isRequired: true, isSecret: true }]);
    expect(headersOf({ oauth: true })).toEqual([{ name: 'Authorization', isRequired: true, isSecret: true }]);
  });

  test('INST-02: a client that has to choose an instance is told so, and which there are only where that is public', () => {
    const chosen = { name: 'GITLAB-URL', isRequired: true, isSecret: false };
    const instances = ['https://one.example', 'https://two.example'];

    expect(headersOf({ choice: { instances: undefined } })[1]).toEqual(chosen);
    expect(headersOf({ choice: { instances } })[1]).toEqual({ ...chosen, choices: instances });
  });
});

function headersOf(changes: Partial<ServerCardOptions>) {
  const { remotes } = build(changes);
  return (remotes?.[0].headers ?? []).map(({ description: _description, placeholder: _hint, ...header }) => header);
}

function build(changes: Partial<ServerCardOptions>): Card {
  return buildServerCard({ ...options, ...changes }) as Card;
}
