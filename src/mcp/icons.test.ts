import { describe, expect, test } from 'vitest';
import { kinds } from '../resources/kinds.ts';
import { domains } from '../catalog/domains.ts';
import { domainOf } from '../catalog/action.ts';
import { iconOfAction, iconOfDomain } from '../surfaces/tool-icons.ts';
import { drawings, type IconName } from './icon-drawings.ts';
import { iconsOf } from './icons.ts';

// Every name of the table is one.
const names = Object.keys(drawings) as IconName[];

describe.each(names)('the icons %s', (name) => {
  const [vector, light, dark, ...more] = iconsOf(name);

  test('are a drawing that takes the colour of the text, and two pictures', () => {
    expect(vector).toMatchObject({ mimeType: 'image/svg+xml', sizes: ['any'] });
    expect(vector).not.toHaveProperty('theme');
    expect(decode(vector?.src).toString()).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 16 16".*currentColor/,
    );
    for (const [theme, picture] of Object.entries({ light, dark })) {
      expect(picture).toMatchObject({ mimeType: 'image/webp', sizes: ['16x16'], theme });
      // RIFF, length, WEBP, a lossless image.
      expect(decode(picture?.src).toString('latin1')).toMatch(/^RIFF[^]{4}WEBPVP8L/);
    }
    expect(more).toEqual([]);
  });

  test('cost at most 1,200 bytes', () => {
    expect(JSON.stringify(iconsOf(name)).length).toBeLessThanOrEqual(1200);
  });
});

test('the drawings are different from each other', () => {
  expect(new Set(names.map((name) => iconsOf(name)[1]?.src)).size).toBe(names.length);
});

test('every domain has a drawing, and every drawing is of something', () => {
  const actions = domains.flat();
  const withoutOwn = new Set(actions.map(domainOf).filter((domain) => iconOfDomain(domain) === 'server'));
  const used = new Set<string>([
    ...actions.map(iconOfAction),
    ...actions.map((action) => iconOfDomain(domainOf(action))),
    ...Object.values(kinds).map(({ icon }) => icon),
  ]);

  expect([...withoutOwn].sort()).toEqual(['admin', 'geo', 'server', 'storage_move']);
  // Of the server itself, and of prompts.
  expect(names.filter((name) => !used.has(name))).toEqual(['brand', 'health']);
});

test.each([
  ['issue.note_list', 'discussion'],
  ['project.label_create', 'label'],
  ['interactive.mr_create', 'mr'],
  ['user.add_ssh_key', 'key'],
  ['geo.list', 'server'],
])('%s has the drawing %s', (id, icon) => {
  const action = domains.flat().find((each) => each.id === id);

  expect(action && iconOfAction(action)).toBe(icon);
});

function decode(src = ''): Buffer {
  return Buffer.from(src.slice(src.indexOf(',') + 1), 'base64');
}
