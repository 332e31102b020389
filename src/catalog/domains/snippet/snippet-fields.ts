import type { Rule } from '../../action.ts';
import { filePath, id, line, list, object, oneOf, required, text } from '../../field.ts';
import { createdAfter, createdBefore, noteBody, page, visibility } from '../../fields.ts';

export const snippetId = required(id('ID of the snippet, the one after $.', { aliases: ['id', 'snippet'] }));

/** GitLab runs no quick actions in comments on snippets. */
export const snippetComment = { ...noteBody, quickActions: false } as const;

const inFile = filePath('Path of the file.', { aliases: ['path', 'file_name', 'filename', 'name'] });
const fileText = text('Text of the file.', { aliases: ['code', 'body', 'text'] });
const title = line('Title of the snippet.', { minLength: 1, aliases: ['name'] });

/** A single file may be given without a list. */
const oneFile = {
  file_name: line('Name of the only file, such as example.rb.', { aliases: ['filename', 'file_path'] }),
  content: text('Text of the only file.', { aliases: ['code', 'text', 'snippet_content'] }),
} as const;
const about = { description: text('What the snippet is, in GitLab Markdown.'), visibility } as const;

export const newSnippet = {
  title: required(title),
  ...oneFile,
  files: list(
    'The files of a snippet with several.',
    object('File.', { file_path: required(inFile), content: required(fileText) }),
    {
      minItems: 1,
    },
  ),
  ...about,
} as const;
export const newSnippetRules: readonly Rule[] = [
  { rule: 'exactly-one', of: ['content', 'files'] },
  { rule: 'needs', param: 'file_name', with: 'content' },
];

export const snippetChanges = {
  title,
  ...oneFile,
  files: list(
    'Changes to single files.',
    object('Change.', {
      action: required(
        oneOf('What to do with the file.', ['create', 'update', 'delete', 'move'], {
          synonyms: { add: 'create', edit: 'update', remove: 'delete', rename: 'move' },
        }),
      ),
      file_path: required(inFile),
      content: fileText,
      previous_path: filePath('Path before a move.', { aliases: ['old_path'] }),
    }),
    { minItems: 1 },
  ),
  ...about,
} as const;
export const snippetChangeRules: readonly Rule[] = [
  { rule: 'at-least-one', of: Object.keys(snippetChanges) },
  { rule: 'at-most-one', of: ['content', 'files'] },
  { rule: 'at-most-one', of: ['file_name', 'files'] },
];

export const snippetFilters = { created_after: createdAfter, created_before: createdBefore, ...page } as const;

/** How a large file of a snippet may be had. */
export const whenTooLarge = 'Give output_path where the server runs on your machine.';
