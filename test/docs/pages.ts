import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The pages people read, from the front page to the decisions. */
export function readPages(...patterns: readonly string[]): readonly Page[] {
  return globSync([...patterns], { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The contents of the fenced blocks of one language, without their indentation. */
export function codeBlocks({ text }: Page, language: string): readonly string[] {
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, , name]) => name === language)
    .map(([, indent = '', , body = '']) => body.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd());
}
