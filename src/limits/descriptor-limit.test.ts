import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseProcLimits, parseUlimit, readDescriptorLimit } from './descriptor-limit.ts';

const limits = `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max open files            1024                 524288               files
Max locked memory         8388608              8388608              bytes
`;

describe('the hard descriptor limit', () => {
  test('HELD-01: is the hard column of open files', () => {
    expect(parseProcLimits(limits)).toBe(524_288);
  });

  test.each([
    ['4096\n', 4096],
    ['unlimited\n', 1_048_576],
    ['', undefined],
    ['ulimit: not found', undefined],
  ])('HELD-01: ulimit printing %j means %s', (text, expected) => {
    expect(parseUlimit(text)).toBe(expected);
  });

  test('HELD-01: a table without the row is no limit', () => {
    expect(parseProcLimits('Max cpu time  unlimited unlimited seconds')).toBeUndefined();
  });

  test.skipIf(process.platform === 'win32')(
    'HELD-01: is read from the system, the hard one and not the soft one',
    () => {
      const module = resolve(import.meta.dirname, 'descriptor-limit.ts');
      const script = `const { readDescriptorLimit } = await import(${JSON.stringify(module)});
      console.log(readDescriptorLimit(), readDescriptorLimit('darwin'));`;
      const shell = 'ulimit -Sn 512 && ulimit -Hn 1024 && exec "$0" --input-type=module --eval "$1"';

      const printed = execFileSync('/bin/sh', ['-c', shell, process.execPath, script], { encoding: 'utf8' });

      expect(printed.trim()).toBe('1024 1024');
    },
  );

  test('HELD-01: Windows has none', () => {
    expect(readDescriptorLimit('win32')).toBeUndefined();
  });
});
