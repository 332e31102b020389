import type { History } from '../history.ts';

/** Prose only: how the people of the demo work. */
export function handbook(history: History): void {
  history.commit({
    days: 319,
    by: 'carol',
    message: 'Initial commit',
    write: {
      'README.md': '# Handbook\n\nHow we work.\n\n- [On call](on-call.md)\n- [Releases](releases.md)\n',
      'on-call.md': '# On call\n\nOne person, one week, handed over on Monday.\n',
    },
  });
  history.commit({
    days: 250,
    by: 'alice',
    message: 'Write down how we release',
    write: {
      'releases.md': `# Releases

1. Tag \`main\`.
2. The pipeline builds the image.
3. Write the release notes from the changelog.
4. Press the button for production, never on a Friday.
`,
    },
  });
  history.commit({
    days: 100,
    by: 'carol',
    message: 'Collect words in a glossary',
    write: {
      'glossary/Überflug.md': '# Überflug\n\nGerman for a pass.\n',
      'glossary/pass.md': '# Pass\n\nThe minutes in which a satellite is above the horizon.\n',
    },
  });
  history.commit({
    days: 3,
    by: 'erin',
    message: 'Say what an incident is',
    edit: { 'on-call.md': [['handed over on Monday.\n', 'handed over on Monday.\n\nA missed pass is an incident.\n']] },
  });
}
