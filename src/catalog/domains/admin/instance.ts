import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import { id, line, object, required, text } from '../../field.ts';
import { groupId } from '../../fields.ts';
import { nothing, one } from '../../result.ts';

const metadata = defineAction({
  id: 'admin.metadata_get',
  tool: 'gitlab_get_metadata',
  title: 'Get the version of GitLab',
  summary: 'Get version, revision and edition of the instance, and the address of its Kubernetes agent server.',
  effect: 'read',
  route: 'GET /metadata',
  params: {},
  result: one('metadata'),
  words: [
    'which GitLab version is running',
    'is it Enterprise Edition',
    'instance version',
    'KAS address',
    'GitLab version',
    'server version',
    'which edition',
  ],
  aliases: ['admin.version', 'admin.metadata'],
  related: ['server.status', 'admin.license_get'],
});

const statistics = defineAction({
  id: 'admin.app_statistics_get',
  tool: 'gitlab_get_application_statistics',
  title: 'Get statistics of the instance',
  summary: 'Get how many users, projects, groups, issues and merge requests the instance has, for administrators.',
  effect: 'read',
  route: 'GET /application/statistics',
  params: {},
  result: one('application_statistics'),
  words: [
    'number of users on the instance',
    'how many projects',
    'instance totals',
    'how big is our instance',
    'how many users and projects does GitLab have',
    'usage numbers of the server',
  ],
  related: ['admin.usage_data_service_ping', 'admin.metadata_get'],
});

const settingsGet = defineAction({
  id: 'admin.settings_get',
  tool: 'gitlab_get_settings',
  title: 'Get the settings of the instance',
  summary: 'Get all application settings of the instance, for administrators.',
  effect: 'read',
  route: 'GET /application/settings',
  params: {},
  result: one('application_settings'),
  words: [
    'instance configuration',
    'admin area settings',
    'is sign-up enabled',
    'rate limits of the instance',
    'current application settings',
    'how is the server configured',
    'is sign-up allowed',
    'can people register',
    'sign-up settings',
    'password policy of the instance',
  ],
  related: ['admin.settings_update', 'admin.plan_limits_get', 'admin.appearance_get'],
});

const settingsUpdate = defineAction({
  id: 'admin.settings_update',
  tool: 'gitlab_update_settings',
  title: 'Update settings of the instance',
  summary: 'Change application settings of the instance and get all of them, for administrators.',
  effect: 'write',
  route: 'PUT /application/settings',
  params: {
    settings: required(
      object(
        'Settings to change, by the names admin.settings_get shows.',
        {},
        { open: true, place: 'none', aliases: ['attributes', 'changes'] },
      ),
    ),
  },
  async run(call) {
    const { settings } = call.input;
    if (Object.keys(settings).length === 0) {
      throw new AppError('input.invalid', `${call.action.id}: settings names nothing to change`);
    }
    const { body } = await call.send({ method: 'PUT', path: '/application/settings', body: settings });
    return body;
  },
  result: one('application_settings'),
  words: [
    'disable sign-up',
    'instance configuration',
    'change rate limits',
    'admin area settings',
    'turn off registration',
    'allow new users to register',
    'change the default visibility',
    'require admin approval for new sign-ups',
    'allow sign-up only for our domain',
    'enable sign-up',
    'close registration',
    'change the session duration of the instance',
    'set a password policy',
    'block sign-ups from an e-mail domain',
    'turn off public sign-up',
    'require two-factor for everyone',
  ],
  related: ['admin.settings_get'],
});

const licenseGet = defineAction({
  id: 'admin.license_get',
  tool: 'gitlab_get_license',
  title: 'Get the license of the instance',
  summary: 'Get plan, expiry, licensee and number of users of the license of the instance, for administrators.',
  effect: 'read',
  route: 'GET /license',
  params: {},
  result: one('license'),
  words: [
    'subscription',
    'when does the license expire',
    'how many seats',
    'which plan',
    'license of this installation',
    'subscription plan',
  ],
  related: ['admin.license_add', 'admin.metadata_get'],
});

const licenseAdd = defineAction({
  id: 'admin.license_add',
  tool: 'gitlab_add_license',
  title: 'Add a license',
  summary: 'Upload a license to the instance and get what it says, for administrators.',
  effect: 'write',
  route: 'POST /license',
  params: {
    license: required(
      text('Content of the license file.', { minLength: 1, aliases: ['license_key', 'content', 'key'] }),
    ),
  },
  result: one('license'),
  words: ['upload license', 'activate Premium or Ultimate', 'renew the subscription', 'apply a license key'],
  related: ['admin.license_get', 'admin.license_delete'],
});

const licenseDelete = defineAction({
  id: 'admin.license_delete',
  tool: 'gitlab_delete_license',
  title: 'Delete a license',
  summary: 'Delete a license of the instance, which may turn paid features off, for administrators.',
  effect: 'destroy',
  route: 'DELETE /license/:id',
  params: { id: required(id('ID of the license, as admin.license_get shows it.', { aliases: ['license_id'] })) },
  result: nothing('license'),
  words: ['remove the GitLab license', 'remove an expired license'],
  related: ['admin.license_get', 'admin.license_add'],
});

const migrationMark = defineAction({
  id: 'admin.db_migration_mark',
  tool: 'gitlab_mark_migration',
  title: 'Mark a database migration as done',
  summary: 'Mark a failing database migration as executed without running it, for administrators.',
  effect: 'write',
  route: 'POST /admin/migrations/:version/mark',
  params: {
    version: required(id('Version of the migration: its timestamp.', { aliases: ['timestamp', 'migration'] })),
    database: line('Database it is of, such as main or ci. Default main.'),
  },
  idempotent: true,
  result: nothing('migration'),
  words: ['skip a migration', 'upgrade is stuck', 'mark a migration as done'],
  related: ['admin.metadata_get'],
});

const proxyPurge = defineAction({
  id: 'admin.dependency_proxy_delete',
  tool: 'gitlab_purge_dependency_proxy',
  title: 'Purge the dependency proxy',
  summary: 'Delete the container images that the dependency proxy of a group has cached, in the background.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/dependency_proxy/cache',
  params: { group_id: groupId },
  result: nothing('dependency_proxy'),
  words: ['clear the dependency proxy cache', 'free cached docker images', 'empty the image cache of a group'],
  related: ['package.registry_list_group'],
});

export const instance = [
  metadata,
  statistics,
  settingsGet,
  settingsUpdate,
  licenseGet,
  licenseAdd,
  licenseDelete,
  migrationMark,
  proxyPurge,
];
