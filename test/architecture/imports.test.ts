import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { doors, layers, readersOfConfig } from './layers.ts';

const root = resolve(import.meta.dirname, '../..');
const rowOf = new Map(layers.flatMap((row, index) => row.map((folder) => [folder as string, index] as const)));

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly specifier: string;
}

describe('import direction', () => {
  const imports = collectImports('src');

  test('every folder under src has a row', () => {
    expect([...new Set(imports.map(({ folder }) => folder))].filter((folder) => !rowOf.has(folder))).toEqual([]);
  });

  test('a folder imports only from rows below its own', () => {
    const wrong = imports.filter(({ file, folder, specifier }) => {
      const target = targetFolder(file, specifier);
      if (target === undefined || target === folder) return false;
      return (rowOf.get(target) ?? -1) <= (rowOf.get(folder) ?? Number.POSITIVE_INFINITY);
    });

    expect(describeAll(wrong)).toEqual([]);
  });

  test('only the composition root and the commands read the configuration', () => {
    const wrong = imports.filter(
      ({ file, folder, specifier }) => targetFolder(file, specifier) === 'config' && !readersOfConfig.includes(folder),
    );

    expect(describeAll(wrong)).toEqual([]);
  });

  test('packages with a door are imported through it', () => {
    const wrong = imports.filter(({ folder, specifier }) =>
      Object.entries(doors).some(
        ([name, folders]) =>
          (name.endsWith('/') ? specifier.startsWith(name) : specifier === name) && !folders.includes(folder),
      ),
    );

    expect(describeAll(wrong)).toEqual([]);
  });

  test('the sandbox imports nothing from src, and src reaches it only through the demo command', () => {
    const intoSource = collectImports('sandbox').filter(({ file, specifier }) => reaches(file, specifier, 'src'));
    const intoSandbox = imports.filter(({ file, specifier }) => reaches(file, specifier, 'sandbox'));

    expect(describeAll(intoSource)).toEqual([]);
    expect([...new Set(intoSandbox.map(({ file }) => file))]).toEqual(['src/cli/demo.ts']);
  });

  test('no file is a barrel or a dumping ground', () => {
    const names = sourceFiles('src').concat(sourceFiles('sandbox'));

    expect(names.filter((name) => /(^|\/)(index|utils|helpers|common|shared|types)\.ts$/.test(name))).toEqual([]);
  });
});

test('the table of folders in the documentation shows these rows', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) \| (`[^|]+`) \|/gm)];

  expect(rows.map(([, number]) => Number(number))).toEqual(layers.map((_, index) => index + 1));
  expect(
    rows.map(([, , folders = '']) => folders.split(' · ').map((name) => name.replaceAll(/`|\/|\.ts/g, ''))),
  ).toEqual(layers);
});

function collectImports(top: string): Import[] {
  return sourceFiles(top)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const specifiers = [
        ...text.matchAll(/(?:^|\s)(?:import|export)\s[^'"]*?from\s*'([^']+)'|import\('([^']+)'\)/g),
      ].map((match) => match[1] ?? match[2] ?? '');
      return specifiers.map((specifier) => ({ file, folder: topFolder(file), specifier }));
    });
}

function sourceFiles(top: string): string[] {
  return readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** `src/gate/x.ts` belongs to `gate`, `src/app.ts` to `app`. */
function topFolder(file: string): string {
  return (file.split('/')[1] ?? '').replace(/\.ts$/, '');
}

function targetFolder(file: string, specifier: string): string | undefined {
  return reaches(file, specifier, 'src') ? topFolder(toRepositoryPath(file, specifier)) : undefined;
}

function reaches(file: string, specifier: string, top: string): boolean {
  return specifier.startsWith('.') && toRepositoryPath(file, specifier).startsWith(`${top}/`);
}

function toRepositoryPath(file: string, specifier: string): string {
  return relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join('/');
}

function describeAll(imports: readonly Import[]): string[] {
  return imports.map(({ file, specifier }) => `${file} imports ${specifier}`);
}
