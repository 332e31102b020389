import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { flagNames } from '../../src/config/option-index.ts';
import { renderManPage } from './man-page.ts';

const isRequired = process.env['REQUIRE_REAL_CLIENTS'] !== undefined;
const has = (command: string): boolean => isRequired || spawnSync(command, ['-V']).error === undefined;

describe('the manual page', () => {
  test.skipIf(!has('mandoc'))('is what mandoc takes for a page without a mistake', () => {
    const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], {
      input: renderManPage(),
      encoding: 'utf8',
    });

    // A page without a date does not go stale between releases.
    expect(stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'))).toEqual([]);
  });

  test.skipIf(!has('mandoc'))('shows every flag as it is typed', () => {
    const { stdout } = spawnSync('mandoc', ['-T', 'ascii', '-O', 'width=80'], {
      input: renderManPage(),
      encoding: 'utf8',
    });
    const shown = stdout.replaceAll(/.\x08/g, '');

    expect(flagNames.filter((flag) => !shown.includes(flag))).toEqual([]);
  });

  test('no line of text is taken for a command of roff', () => {
    const commands = new Set(['TH', 'SH', 'SS', 'TP', 'PP', 'B', 'I', 'BR', 'RI', 'br', '\\"']);

    const strange = renderManPage()
      .split('\n')
      .filter((line) => /^[.']/.test(line) && !commands.has(/^.([A-Za-z]+|\\")/.exec(line)?.[1] ?? ''));

    expect(strange).toEqual([]);
  });
});
