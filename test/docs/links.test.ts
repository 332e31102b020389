import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeBlocks, readPages, root } from './pages.ts';

const pages = readPages('README.md', 'docs/**/*.md', 'bench/**/*.md', 'sandbox/README.md');

describe('the pages', () => {
  test.each(pages.map((page) => [page.path, page] as const))('every link in %s leads somewhere', (path, page) => {
    const broken = linksOf(page.text).filter((link) => !leadsSomewhere(path, link));

    expect(broken).toEqual([]);
  });

  test('every page can be reached from the front page', () => {
    const reached = new Set<string>();
    const toRead = ['README.md'];
    for (let path = toRead.pop(); path !== undefined; path = toRead.pop()) {
      if (reached.has(path) || !path.endsWith('.md')) continue;
      reached.add(path);
      const folder = dirname(path);
      for (const link of linksOf(readFileSync(join(root, path), 'utf8'))) {
        toRead.push(relative(root, join(root, folder, link.replace(/#.*$/, ''))));
      }
    }

    expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  test('every JSON example is JSON', () => {
    const blocks = pages.flatMap((page) => codeBlocks(page, 'json'));

    expect(blocks.length).toBeGreaterThan(5);
    for (const block of blocks) expect(() => JSON.parse(block), block).not.toThrow();
  });
});

/** Targets of links within the repository. */
function linksOf(text: string): readonly string[] {
  const withoutCode = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? join(root, from) : join(root, dirname(from), file);
  if (!existsSync(path)) return false;
  return anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).has(anchor);
}

/** The anchors that headings get: lower case, without punctuation, blanks as dashes. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
