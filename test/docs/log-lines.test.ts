import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { logLines } from '../../scripts/reference/log-lines.ts';

const root = resolve(import.meta.dirname, '../../src');
const lines = logLines.flatMap(({ lines: each }) => each);

test('LOG-01: every line that the source writes is on the reference page, and no other', () => {
  const written = new Set(readSources().flatMap(findMessages));

  expect([...written].filter((message) => !lines.some((line) => line.message === message))).toEqual([]);
  expect(lines.map(({ message }) => message).filter((message) => !written.has(message))).toEqual([]);
  expect(written.size).toBeGreaterThan(60);
});

test('LOG-01: a line that is documented as limited is written through the limiter, and what the limiter writes is documented so', () => {
  const limited = new Set(
    readSources().flatMap((text) => [...text.matchAll(/#log\.\w+\(\s*'([^']+)'/g)].map(([, message]) => message)),
  );
  const documented = lines.filter(({ atMostEvery }) => atMostEvery !== undefined).map(({ message }) => message);

  expect([...limited].filter((message) => !documented.includes(message ?? ''))).toEqual([]);
});

test('no field of a line is named like a secret', () => {
  const fields = new Set(lines.flatMap((line) => line.fields));

  expect([...fields].filter((field) => /token|secret|password|authorization/.test(field))).toEqual([]);
});

function readSources(): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** The constant sentences a file hands to a logger, directly or by one of the names for a sentence that is logged later. */
function findMessages(text: string): string[] {
  const direct = [
    ...text.matchAll(/\b(?:log(?:ger)?|logger\?)\.(?:debug|info|warn|error)\(\s*(['"`])((?:(?!\1).)+)\1/g),
  ].map((match) => match[2] ?? '');
  const later = [
    ...text.matchAll(
      /\b(?:logMessage|missingLine|abandonedLine|message|msg)(?:: | = )'((?:request|token|a setting|flags that|log lines)[^'$]+)'/g,
    ),
  ].map((match) => match[1] ?? '');
  const ofStart = text.includes("from './start-line.ts'")
    ? [...text.matchAll(/\b(?:warn|info)\(\s*'([^']+)'/g)].map((match) => match[1] ?? '')
    : [];
  const routed = [...text.matchAll(/logger\[level\]\('([^']+)'/g)].map((match) => match[1] ?? '');
  return [...direct, ...later, ...ofStart, ...routed].flatMap((message) =>
    message.includes('${this.#operation}')
      ? ['tool call', 'resource read', 'prompt'].map((operation) => message.replace('${this.#operation}', operation))
      : [message],
  );
}
