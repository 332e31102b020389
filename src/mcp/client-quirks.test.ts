import { describe, expect, test } from 'vitest';
import { isCodexAgent, takesWholePriorities, withWholePriority } from './client-quirks.ts';

describe('START-15: who takes whole priorities alone', () => {
  test.each([
    [{ name: 'codex-mcp-client', version: '1' }, true],
    [{ name: 'OpenAI CODEX', version: '1' }, true],
    [{ name: 'cli', title: 'Codex CLI', version: '1' }, true],
    [{ name: 'claude-code', title: 'Claude Code', version: '1' }, false],
    [{ name: 7, title: ['codex'] }, false],
    ['codex', false],
    [null, false],
    [undefined, false],
  ])('%j: %s', (info, expected) => {
    expect(takesWholePriorities(info)).toBe(expected);
  });

  test.each([
    ['codex-mcp-client/0.44.0 (Linux)', true],
    ['codex-mcp-client', false],
    ['Mozilla codex-mcp-client/1', false],
    [undefined, false],
  ])('the agent %s: %s', (agent, expected) => {
    expect(isCodexAgent(agent)).toBe(expected);
  });
});

test.each([
  [{ audience: ['assistant'], priority: 0.4 }, { audience: ['assistant'] }],
  [
    { audience: ['user'], priority: 0.6 },
    { audience: ['user'], priority: 1 },
  ],
  [{ priority: 0.8 }, { priority: 1 }],
  [{ priority: 1 }, { priority: 1 }],
  [{ priority: 0 }, { priority: 0 }],
  [{}, {}],
])('%j becomes %j, and stays what it was', (annotations, expected) => {
  const before = structuredClone(annotations);

  expect(withWholePriority(annotations)).toEqual(expected);
  expect(annotations).toEqual(before);
});
