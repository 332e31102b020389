import { defineAction } from '../../action.ts';
import { flag, line, text } from '../../field.ts';
import { one } from '../../result.ts';

const settings = {
  title: line('Title on the sign-in page.'),
  description: text('Text on the sign-in page, in GitLab Markdown.'),
  pwa_name: line('Name of the installed web app.'),
  pwa_short_name: line('Short name of the installed web app.'),
  pwa_description: text('Description of the installed web app.'),
  member_guidelines: text('Text on the pages of members, in GitLab Markdown.'),
  new_project_guidelines: text('Text on the page of new projects, in GitLab Markdown.'),
  profile_image_guidelines: text('Text below the avatar in the profile, in GitLab Markdown.'),
  header_message: text('Message above every page.'),
  footer_message: text('Message below every page.'),
  message_background_color: line('Background of both messages, #rrggbb.'),
  message_font_color: line('Text color of both messages, #rrggbb.'),
  email_header_and_footer_enabled: flag('Whether e-mails carry both messages too.'),
} as const;

const get = defineAction({
  id: 'admin.appearance_get',
  tool: 'gitlab_get_appearance',
  title: 'Get the appearance of the instance',
  summary: 'Get title, texts, logos and messages that GitLab shows everybody, for administrators.',
  effect: 'read',
  route: 'GET /application/appearance',
  params: {},
  result: one('appearance'),
  words: [
    'login page',
    'branding',
    'logo of the instance',
    'system message',
    'what does the sign-in page look like',
    'title and logo of the instance',
  ],
  related: ['admin.appearance_update'],
});

const update = defineAction({
  id: 'admin.appearance_update',
  tool: 'gitlab_update_appearance',
  title: 'Change the appearance of the instance',
  summary: 'Change title, texts and messages that GitLab shows everybody, for administrators.',
  effect: 'write',
  route: 'PUT /application/appearance',
  params: settings,
  rules: [{ rule: 'at-least-one', of: Object.keys(settings) }],
  result: one('appearance'),
  words: [
    'customize the login page',
    'branding',
    'set a system message',
    'change the logo of the instance',
    'change the favicon',
    'set a header message',
    'rebrand',
  ],
  related: ['admin.appearance_get', 'admin.broadcast_message_create'],
});

export const appearance = [get, update];
