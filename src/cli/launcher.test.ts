import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const path = resolve(import.meta.dirname, '../../bin/gitlab-mcp-server.js');
const launcher = readFileSync(path, 'utf8');

describe('bin/gitlab-mcp-server.js', () => {
  test.each(['12.22.12', '18.20.0', '20.20.2', '22.18.0'])(
    'on Node.js %s it says which one it needs, and fails',
    (version) => {
      const { text, exitCode, wentOn } = launchOn(version);

      expect(text).toBe(`gitlab-mcp-server needs Node.js 22.19 or newer, and this is Node.js ${version}.\n`);
      expect(exitCode).toBe(1);
      expect(wentOn).toBe(false);
    },
  );

  test.each(['22.19.0', '24.1.0', '26.10.0'])('on Node.js %s it goes on', (version) => {
    expect(launchOn(version)).toEqual({ text: '', exitCode: undefined, wentOn: true });
  });

  test('leaves an --env-file that is not there to Node, which ends with 9, and a variable to the program', () => {
    const start = (args: readonly string[], env: Readonly<Record<string, string>>) =>
      spawnSync(process.execPath, [path, '--version', ...args], { encoding: 'utf8', env }).status;

    // The documentation says so, because nothing here can change it.
    expect(start(['--env-file=/nonexistent/my.env'], {})).toBe(9);
    expect(start([], { GITLAB_MCP_ENV_FILE: '/nonexistent/my.env' })).toBe(0);
  });

  test('is written in syntax that an old Node can read', () => {
    const code = launcher.replaceAll(/'[^']*'|\/\/.*$/gm, '');

    expect(code).not.toMatch(/=>|`|\?\.|\?\?|\b(const|let|class|async|await)\b/);
  });
});

function launchOn(version: string) {
  const seen: { text: string; exitCode?: number | undefined; wentOn: boolean } = {
    text: '',
    exitCode: undefined,
    wentOn: false,
  };
  const process = {
    versions: { node: version },
    stderr: { write: (text: string) => (seen.text += text) },
    set exitCode(code: number) {
      seen.exitCode = code;
    },
  };
  const load = () => {
    seen.wentOn = true;
    return new Promise(() => {});
  };
  // A script of the vm module has no import of its own: what the launcher would load is not what is tested here.
  const script = launcher.replace(/^#!.*/, '').replaceAll('import.meta.url', "''").replaceAll('import(', 'load(');
  runInNewContext(script, { process, load, Number, URL });
  return seen;
}
