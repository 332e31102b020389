import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { flagNames } from '../config/option-index.ts';
import { renderCompletion, type Shell } from './completion.ts';

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'my settings.env'), '');

const isRequired = process.env['REQUIRE_REAL_CLIENTS'] !== undefined;
const has = (shell: Shell): boolean => isRequired || spawnSync(shell, ['-c', 'true']).status === 0;

describe.skipIf(!has('bash'))('the completion of bash', () => {
  test.each([
    [['--print-c'], ['--print-config']],
    [
      ['--transport', ''],
      ['stdio', 'http', 'auto'],
    ],
    [['--transport', 'h'], ['http']],
    [['--tool-surface', '=', 'm'], ['meta']],
    [
      ['--stateless', '='],
      ['true', 'false'],
    ],
    [['--doctor', '=', 'j'], ['json']],
    [
      ['--http', '--print-config', 'cl'],
      ['claude-code', 'claude-desktop'],
    ],
    [['--env-file', 'my'], ['my settings.env']],
    [['--gitlab-url', 'h'], []],
    // A switch takes its value after an equals sign alone, so what follows it is the next flag.
    [['--http', '--http-a'], ['--http-addr']],
  ])('after %j offers %j', (words, offered) => {
    expect(completeInBash(words)).toEqual(offered);
  });

  test('offers every flag', () => {
    expect(completeInBash(['']).toSorted()).toEqual(flagNames.toSorted());
  });
});

describe.skipIf(!has('zsh'))('the completion of zsh', () => {
  test('loads, and is what completes the command', () => {
    const script = 'autoload -Uz compinit && compinit -D && source ./zsh && print ${_comps[gitlab-mcp-server]}';
    writeFileSync(join(folder, 'zsh'), renderCompletion('zsh'));

    expect(run('zsh', ['-fc', script]).trim()).toBe('_gitlab_mcp_server');
  });

  test.each([
    ['--print-c', ['--print-config']],
    ['--transport=', ['stdio', 'http', 'auto']],
    ['--tool-surface=m', ['meta']],
  ])('after %s offers %j', (typed, offered) => {
    expect(completeInZsh(typed)).toEqual(expect.arrayContaining([...offered]));
  });
});

describe.skipIf(!has('fish'))('the completion of fish', () => {
  test.each([
    ['--print-c', ['--print-config']],
    ['--transport ', ['stdio', 'http', 'auto']],
    ['--transport=h', ['--transport=http']],
    ['--doctor=', ['--doctor=json']],
  ])('after "%s" offers %j', (typed, offered) => {
    writeFileSync(join(folder, 'fish'), renderCompletion('fish'));
    const printed = run('fish', ['--no-config', '-c', `source ./fish; complete -C'gitlab-mcp-server ${typed}'`]);

    const found = printed
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '');
    expect(found.toSorted()).toEqual([...offered].toSorted());
  });
});

/** The words after the command, taken apart as bash does; the last one is where the cursor is. */
function completeInBash(words: readonly string[]): readonly string[] {
  const quoted = ['gitlab-mcp-server', ...words].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(folder, 'bash'), renderCompletion('bash'));
  const script = `source ./bash; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _gitlab_mcp_server; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return run('bash', ['--norc', '-c', script])
    .split('\n')
    .filter((line) => line !== '');
}

/** Completes in a terminal of its own, which is the only place where zsh does, and collects what would be inserted. */
function completeInZsh(typed: string): readonly string[] {
  writeFileSync(join(folder, 'zsh'), renderCompletion('zsh'));
  const inner = join(folder, 'inner.zsh');
  writeFileSync(
    inner,
    `autoload -Uz compinit && compinit -D && source ./zsh
compadd() { builtin compadd -O offered "$@"; print -l -- $offered >> ./offered; builtin compadd "$@" }
zmodload zsh/zle
complete-and-leave() { zle complete-word; exit }
zle -C complete-word complete-word _main_complete
zle -N complete-and-leave
bindkey '^I' complete-and-leave
`,
  );
  rmSync(join(folder, 'offered'), { force: true });
  const drive = `zmodload zsh/zpty; zpty z zsh -f; zpty -w z 'source ./inner.zsh; PS1=ready'; zpty -r z out '*ready*'; zpty -w -n z $'gitlab-mcp-server ${typed}\\t'; zpty -r z out '*zzz*'; cat ./offered`;
  return run('zsh', ['-fc', drive])
    .split('\n')
    .filter((line) => line !== '');
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TERM: 'dumb' },
  });
}
