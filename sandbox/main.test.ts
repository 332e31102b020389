import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');

describe('npm run sandbox', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('prints where it is and stops cleanly on %s', async (signal) => {
    const sandbox = spawn(process.execPath, [main, '--port', '0', '--seed', 'empty', '--tier', 'premium'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(sandbox, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(sandbox.stdout)) {
      lines.push(line);
      // The tokens come last.
      if (line.includes('glpat-')) break;
    }
    const url = /http:\S+/.exec(lines[0] ?? '')?.[0] ?? '';
    expect((await fetch(`${url}/-/health`)).status).toBe(200);

    sandbox.kill(signal);

    expect(await exit).toEqual([0, null]);
  });

  test('a wrong value is refused with what is right', async () => {
    const sandbox = spawn(process.execPath, [main, '--tier', 'gold'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [[code], text] = await Promise.all([once(sandbox, 'exit'), sandbox.stderr.toArray()]);

    expect(code).toBe(2);
    expect(Buffer.concat(text as Buffer[]).toString()).toContain('must be one of free, premium, ultimate');
  });
});
