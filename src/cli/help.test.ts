import { describe, expect, test } from 'vitest';
import { optionEntries } from '../config/option-index.ts';
import { flagName } from '../config/option-spec.ts';
import { renderHelp } from './help.ts';

describe('the help', () => {
  const lines = renderHelp().split('\n');

  test('is at most 80 columns wide', () => {
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test('explains every flag exactly once', () => {
    const explained = lines.flatMap((line) => /^ {2}(--?[a-z-]+)( <\S+>|\[=\w+\])?$/.exec(line)?.[1] ?? []);
    const flags = optionEntries.flatMap(({ spec: { flag } }) => (flag === undefined ? [] : [flagName(flag.name)]));

    expect(explained.toSorted()).toEqual(flags.toSorted());
  });

  test('names every variable', () => {
    const text = lines.join(' ');
    const missing = optionEntries.filter(
      ({ spec: { variable } }) => variable !== undefined && !text.includes(variable.name),
    );

    expect(missing.map(({ spec }) => spec.variable?.name)).toEqual([]);
  });

  test('shows the configuration of a client for both transports, as JSON', () => {
    const blocks = renderHelp().match(/^ {2}\{\n[^]*?^ {2}\}$/gm) ?? [];

    expect(blocks.map((block) => Object.keys(JSON.parse(block)))).toEqual([['mcpServers'], ['mcpServers']]);
  });
});
