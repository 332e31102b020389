/**
 * Draws the pictures of the icons again, after a change of `src/mcp/icon-drawings.ts`: each on a light and on a dark ground,
 * stored in `src/mcp/icon-pictures.ts`. Takes `rsvg-convert` and `cwebp`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawings, svgOf } from '../src/mcp/icon-drawings.ts';

const inks = { light: '#333', dark: '#eee' };

function pictureOf(path: string, ink: string): string {
  const png = through('rsvg-convert', ['--width=16', '--height=16'], svgOf(path, ink));
  return through('cwebp', ['-quiet', '-lossless', '-z', '9', '-o', '-', '--', '-'], png).toString('base64');
}

function through(program: string, args: readonly string[], input: string | Buffer): Buffer {
  return execFileSync(program, args, { input });
}

const entries = Object.entries(drawings).map(([name, path]) => {
  const [light, dark] = [inks.light, inks.dark].map((ink) => `'${pictureOf(path, ink)}'`);
  return `  ${name}: {\n    light: ${light},\n    dark: ${dark},\n  },\n`;
});
writeFileSync(
  join(import.meta.dirname, '../src/mcp/icon-pictures.ts'),
  `import type { IconName } from './icon-drawings.ts';

/** The drawings as WebP pictures of 16 by 16 in Base64, for a light and for a dark ground. Made by \`scripts/icons.ts\`. */
export const pictures: Readonly<Record<IconName, { readonly light: string; readonly dark: string }>> = {
${entries.join('')}};
`,
);
