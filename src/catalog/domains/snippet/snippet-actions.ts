import { projectSnippets } from './project-snippets.ts';
import { snippetDiscussions } from './snippet-discussions.ts';
import { snippetEmoji } from './snippet-emoji.ts';
import { snippetNotes } from './snippet-notes.ts';
import { snippets } from './snippets.ts';

export const snippetActions = [
  ...snippets,
  ...projectSnippets,
  ...snippetNotes,
  ...snippetDiscussions,
  ...snippetEmoji,
];
