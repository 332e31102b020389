import { drawings, type IconName, svgOf } from './icon-drawings.ts';
import { pictures } from './icon-pictures.ts';

interface Icon {
  readonly src: string;
  readonly mimeType: string;
  readonly sizes: readonly string[];
  readonly theme?: 'light' | 'dark';
}

const known = new Map<IconName, readonly Icon[]>();

/** The icons of an area, in the order that lists have them: one that scales, then a picture for each kind of ground. */
export function iconsOf(name: IconName): readonly Icon[] {
  let icons = known.get(name);
  if (icons === undefined) {
    const { light, dark } = pictures[name];
    const svg = Buffer.from(svgOf(drawings[name])).toString('base64');
    icons = Object.freeze([
      { src: `data:image/svg+xml;base64,${svg}`, mimeType: 'image/svg+xml', sizes: ['any'] },
      pictureOf(light, 'light'),
      pictureOf(dark, 'dark'),
    ]);
    known.set(name, icons);
  }
  return icons;
}

function pictureOf(base64: string, theme: 'light' | 'dark'): Icon {
  return { src: `data:image/webp;base64,${base64}`, mimeType: 'image/webp', sizes: ['16x16'], theme };
}
