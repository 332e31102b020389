import { defineAction } from '../../action.ts';
import { flag, id, line, list as listField, required, text } from '../../field.ts';
import { keyset, keysetOrder, page } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';

const applicationId = required(
  id('ID of the application: id in the list, not application_id.', { aliases: ['application_id'] }),
);

const list = defineAction({
  id: 'admin.application_list',
  tool: 'gitlab_list_applications',
  title: 'List OAuth applications',
  summary: 'List the OAuth applications of the instance without their secrets, for administrators.',
  effect: 'read',
  route: 'GET /applications',
  params: { ...page, ...keyset, ...keysetOrder },
  result: listOf('application'),
  words: ['OAuth apps', 'registered clients', 'single sign-on applications'],
  related: ['admin.application_create', 'admin.application_delete'],
});

const create = defineAction({
  id: 'admin.application_create',
  tool: 'gitlab_create_application',
  title: 'Create an OAuth application',
  summary: 'Register an OAuth application on the instance and get its ID and secret, for administrators.',
  effect: 'write',
  route: 'POST /applications',
  params: {
    name: required(line('Name of the application.', { minLength: 1 })),
    redirect_uri: required(
      text('Address that users come back to, several one a line.', {
        minLength: 1,
        aliases: ['redirect_url', 'callback_url', 'redirect_uris'],
      }),
    ),
    scopes: required(
      listField('Scopes the application may ask for, such as api or read_user.', line('Scope.'), {
        split: true,
        minItems: 1,
      }),
    ),
    confidential: flag('Whether it can keep a secret. False for apps on phones and in browsers. Default true.'),
  },
  // GitLab reads the scopes as one text with blanks between them.
  async run(call) {
    const { scopes } = call.input;
    const { body } = await call.send(buildRequest(call.action, { ...call.input, scopes: scopes.join(' ') }));
    return body;
  },
  result: one('application'),
  usage: 'The answer shows the secret once. Store it at once.',
  words: ['register an OAuth client', 'new single sign-on application', 'new OAuth app', 'client ID and secret'],
  related: ['admin.application_list', 'admin.application_renew_secret'],
});

const renewSecret = defineAction({
  id: 'admin.application_renew_secret',
  tool: 'gitlab_renew_application_secret',
  title: 'Renew the secret of an application',
  summary: 'Replace the secret of an OAuth application and get the new one, for administrators.',
  effect: 'write',
  route: 'POST /applications/:id/renew-secret',
  params: { id: applicationId },
  result: one('application'),
  usage: 'The old secret stops working at once. The answer shows the new one once.',
  words: ['new secret for an OAuth application', 'rotate client secret', 'regenerate the client secret of an app'],
  related: ['admin.application_list'],
});

const remove = defineAction({
  id: 'admin.application_delete',
  tool: 'gitlab_delete_application',
  title: 'Delete an OAuth application',
  summary: 'Delete an OAuth application of the instance, which ends every sign-in through it, for administrators.',
  effect: 'destroy',
  route: 'DELETE /applications/:id',
  params: { id: applicationId },
  result: nothing('application'),
  words: ['remove OAuth client', 'delete an OAuth app', 'unregister an application'],
  related: ['admin.application_list'],
});

export const applications = [list, create, renewSecret, remove];
