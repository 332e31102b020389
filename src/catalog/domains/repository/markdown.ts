import { defineAction } from '../../action.ts';
import { flag, line, required, text } from '../../field.ts';
import { one } from '../../result.ts';

const render = defineAction({
  id: 'repository.markdown_render',
  tool: 'gitlab_render_markdown',
  title: 'Render Markdown',
  summary: 'Render Markdown to HTML as GitLab would show it. Nothing is stored.',
  effect: 'read',
  route: 'POST /markdown',
  params: {
    text: required(text('Markdown to render.', { aliases: ['markdown', 'content', 'body'] })),
    gfm: flag('Whether references such as #1 and @user become links. Default false.'),
    project: line('Full path of the project that references are looked up in. Needs gfm.', {
      aliases: ['project_id', 'project_path'],
    }),
  },
  result: one('rendered_markdown'),
  words: ['preview Markdown', 'convert to HTML', 'render Markdown to HTML', 'how will the Markdown look'],
  related: ['wiki.get', 'issue.note_create'],
});

export const markdown = [render];
