import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanValue, findEnvFile, parseDotenv, readDotenvFiles } from './dotenv.ts';
import { mergeEnvironment } from './environment.ts';

describe('parseDotenv', () => {
  test('T-63: a byte order mark, CRLF, quotes, blanks and comments change no value', () => {
    const text =
      '\uFEFFGITLAB_URL=https://gitlab.example.com\r\n# a comment\r\n\r\n' +
      'GITLAB_TOKEN="glpat-0123"\r\nexport A=\'b c\' # note\r\nB = plain # note\r\nC=\r\n';

    expect(parseDotenv(text)).toEqual({
      GITLAB_URL: 'https://gitlab.example.com',
      GITLAB_TOKEN: 'glpat-0123',
      A: 'b c',
      B: 'plain',
      C: '',
    });
  });

  test('T-63: a Windows path stays what it is, quoted or not', () => {
    expect(parseDotenv('A="C:\\new\\temp"\nB=C:\\new\\temp\nC=\'C:\\new\'\n')).toEqual({
      A: 'C:\\new\\temp',
      B: 'C:\\new\\temp',
      C: 'C:\\new',
    });
  });
});

test.each([
  ['"https://gitlab.example.com"', 'https://gitlab.example.com'],
  ["'x y'", 'x y'],
  [' x\r\n', 'x'],
  ['\uFEFFx', 'x'],
  ['"', '"'],
  ['"a', '"a'],
  ['""', ''],
  ['a"b"', 'a"b"'],
])('T-63: the variable %j means %j', (raw, value) => {
  expect(cleanValue(raw)).toBe(value);
});

describe('mergeEnvironment', () => {
  test('START-13: the environment wins over the named file, which wins over the home file', () => {
    const variables = mergeEnvironment(
      { A: 'process' },
      {
        named: { path: '/named', values: { A: 'named', B: 'named' } },
        home: { path: '/home', values: { A: 'home', B: 'home', C: 'home' } },
      },
    );

    expect([...variables.values()]).toEqual([
      { name: 'A', value: 'process', file: undefined },
      { name: 'B', value: 'named', file: '/named' },
      { name: 'C', value: 'home', file: '/home' },
    ]);
  });

  test('a variable exported empty hides what a file says, and counts as unset', () => {
    const home = { path: '/home', values: { A: 'home', B: 'home' } };

    expect([...mergeEnvironment({ A: '', B: '""' }, { home }).keys()]).toEqual([]);
  });
});

describe('readDotenvFiles', () => {
  test('START-13: the home file and the file of the flag are read, and the flag wins over the variable', async () => {
    await using place = await setup({
      'home/.gitlab-mcp-server.env': 'A=home',
      'work/flag.env': 'A=flag',
      'work/variable.env': 'A=variable',
    });

    const files = await place.read(['--http', `--env-file=${join(place.root, 'work/flag.env')}`], {
      GITLAB_MCP_ENV_FILE: join(place.root, 'work/variable.env'),
    });

    expect(files).toEqual({
      home: { path: join(place.root, 'home/.gitlab-mcp-server.env'), values: { A: 'home' } },
      named: { path: join(place.root, 'work/flag.env'), values: { A: 'flag' } },
    });
  });

  test('a relative path is resolved, and marked', async () => {
    await using place = await setup({ 'work/mine.env': 'A=1' });

    expect((await place.read(['--env-file', 'mine.env'])).named).toEqual({
      path: join(place.root, 'work/mine.env'),
      values: { A: '1' },
      relative: 'mine.env',
    });
  });

  test('a named file that cannot be read says why, and a missing home file says nothing', async () => {
    await using place = await setup({ 'work/big.env': 'A='.padEnd(1024 * 1024 + 1, 'x') });

    const failures = ['/nowhere/x.env', place.root, join(place.root, 'work/big.env')].map(
      async (path) => (await place.read([`--env-file=${path}`])).named?.failure,
    );

    expect(await Promise.all(failures)).toEqual([
      'there is no such file',
      'it is a directory',
      'it is larger than 1048576 bytes',
    ]);
    expect(await place.read([])).toEqual({});
  });

  test('a .env in the working directory is counted and named, and its values go nowhere', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `KEY_${String(index).padStart(2, '0')}=value-${index}`);
    await using place = await setup({ 'work/.env': ['evil\u001b[31m=1', ...lines].join('\n') });

    const files = await place.read([]);

    expect(files).toEqual({
      workingDirectory: {
        path: join(place.root, 'work/.env'),
        keys: 13,
        names: lines.slice(0, 10).map((line) => line.slice(0, 6)),
      },
    });
    expect(mergeEnvironment({}, files).size).toBe(0);
  });

  test('an empty .env is not worth a word', async () => {
    await using place = await setup({ 'work/.env': '' });

    expect(await place.read([])).toEqual({});
  });
});

test('a loaded file cannot name another file', () => {
  expect(findEnvFile([], {})).toBeUndefined();
  expect(findEnvFile([], { GITLAB_MCP_ENV_FILE: ' "/a" ' })).toBe('/a');
  expect(findEnvFile(['--env-file='], { GITLAB_MCP_ENV_FILE: '/a' })).toBeUndefined();
});

async function setup(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'dotenv-'));
  await mkdir(join(root, 'home'));
  await mkdir(join(root, 'work'));
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text);
  return {
    root,
    read: (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
      readDotenvFiles({
        argv,
        environment,
        homeDirectory: join(root, 'home'),
        workingDirectory: join(root, 'work'),
      }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}
