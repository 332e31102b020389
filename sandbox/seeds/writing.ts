import { addSnippet } from '../world/snippets.ts';
import { addWikiPage, addWikiVersion } from '../world/wikis.ts';
import type { World } from '../world/world.ts';
import { daysAgo } from './seed.ts';

/** What the people of the demo wrote down beside the code: a wiki of three pages, and snippets. */
export function writing(world: World): void {
  const ground = world.projects.at('orbital/ground-station');
  const user = (username: string) => world.users.named(username).id;
  const at = (days: number) => daysAgo(world, days);

  const home = addWikiPage(world, ground, {
    title: 'home',
    content: '# Ground Station\n\nStart with the [antennas](antennas/first-mast).\n',
    authorId: user('alice'),
    createdAt: at(360),
  });
  addWikiVersion(world, home, {
    content: `# Ground Station

- [The first mast](antennas/first-mast): what stands there and how it turns
- [Überwachung & duty](Überwachung-&-duty): who looks, and when

Everything else is in the repository.
`,
    authorId: user('carol'),
    createdAt: at(60),
  });
  addWikiPage(world, ground, {
    title: 'antennas/first mast',
    content: `---
title: The first mast
---
Twelve metres, two axes, 450° of azimuth before the cable complains.

| band | gain  |
| ---- | ----- |
| UHF  | 18 dB |
| S    | 31 dB |
`,
    authorId: user('erin'),
    createdAt: at(220),
  });
  addWikiPage(world, ground, {
    title: 'Überwachung & duty',
    content: 'Somebody watches from ten minutes before a pass until the recording is checked.\n',
    authorId: user('carol'),
    createdAt: at(58),
  });

  addSnippet(world, {
    title: 'Convert an old recording',
    description: 'Recordings from before v1.1 have no checksum. This adds one.',
    visibility: 'public',
    projectId: ground.id,
    authorId: user('bob'),
    files: [
      { path: 'convert.py', content: 'import sys\n\nfor path in sys.argv[1:]:\n    print("converting", path)\n' },
      { path: 'README.md', content: 'Run it on a copy.\n' },
    ],
    createdAt: at(178),
  });
  addSnippet(world, {
    title: 'Passes over the next hour',
    visibility: 'internal',
    authorId: user('alice'),
    files: [{ path: 'next-hour.sh', content: '#!/bin/sh\ngs passes --within 1h --json\n' }],
    createdAt: at(25),
  });
  addSnippet(world, {
    title: 'Shift notes',
    visibility: 'private',
    authorId: user('alice'),
    files: [{ path: 'notes.md', content: '- ask Erin about the spare rotator\n' }],
    createdAt: at(2),
  });
}
