import { defineAction } from '../../action.ts';
import { flag, id, line, list as listField, object, oneOf, required } from '../../field.ts';
import { page, sort } from '../../fields.ts';
import { buildRequest, pathOf } from '../../request.ts';
import { listOf, one } from '../../result.ts';

const importField = id('ID of the migration.', { aliases: ['import_id', 'migration_id'] });
const ownId = required({ ...importField, aliases: ['bulk_import_id', 'import_id', 'migration_id'] });
const bulkImportId = required(importField);
const ofEntity = {
  bulk_import_id: bulkImportId,
  entity_id: required(id('ID of the group or project within the migration.', { aliases: ['id'] })),
} as const;
const status = oneOf('Only those in this state.', ['created', 'started', 'finished', 'timeout', 'failed', 'canceled'], {
  synonyms: { running: 'started', done: 'finished', cancelled: 'canceled' },
  aliases: ['state'],
});

const list = defineAction({
  id: 'admin.bulk_import_list',
  tool: 'gitlab_list_bulk_imports',
  title: 'List direct transfers',
  summary: 'List the migrations by direct transfer that the current user started, with their state.',
  effect: 'read',
  route: 'GET /bulk_imports',
  params: { status, sort, ...page },
  result: listOf('bulk_import'),
  words: ['migrations', 'bulk imports', 'transfers between instances'],
  related: ['admin.bulk_import_get', 'admin.bulk_import_entity_list', 'admin.bulk_import_start'],
});

const get = defineAction({
  id: 'admin.bulk_import_get',
  tool: 'gitlab_get_bulk_import',
  title: 'Get a direct transfer',
  summary: 'Get one migration by direct transfer with its state and whether anything failed.',
  effect: 'read',
  route: 'GET /bulk_imports/:id',
  params: { id: ownId },
  result: one('bulk_import'),
  words: ['how far is the migration', 'bulk import status', 'state of a migration', 'progress of a direct transfer'],
  related: ['admin.bulk_import_entity_list', 'admin.bulk_import_cancel'],
});

const start = defineAction({
  id: 'admin.bulk_import_start',
  tool: 'gitlab_start_bulk_import',
  title: 'Start a direct transfer',
  summary: 'Start copying groups or projects from another GitLab in the background, and get the migration.',
  effect: 'write',
  route: 'POST /bulk_imports',
  params: {
    url: required(line('Address of the other GitLab.', { place: 'none', minLength: 1, aliases: ['source_url'] })),
    access_token: required(
      line('Token of the other GitLab with the scope api.', { place: 'none', minLength: 1, aliases: ['token'] }),
    ),
    entities: required(
      listField(
        'What to copy.',
        object('Group or project.', {
          source_type: required(
            oneOf('Kind.', ['group_entity', 'project_entity'], {
              synonyms: { group: 'group_entity', project: 'project_entity' },
            }),
          ),
          source_full_path: required(line('Full path in the other GitLab, such as group/project.', { minLength: 1 })),
          destination_namespace: required(
            line('Full path of the group it goes into here. Empty for a top-level group.'),
          ),
          destination_slug: required(line('Path it gets there.', { minLength: 1, aliases: ['destination_name'] })),
          migrate_projects: flag('Whether projects of a group come along. Default true.'),
          migrate_memberships: flag('Whether memberships come along. Default true.'),
        }),
        { minItems: 1 },
      ),
    ),
  },
  async run(call) {
    const { url, access_token, entities } = call.input;
    const { body } = await call.send({
      ...buildRequest(call.action, {}),
      body: { configuration: { url, access_token }, entities },
    });
    return body;
  },
  result: one('bulk_import'),
  usage: 'Look at admin.bulk_import_get until it is finished, then at admin.bulk_import_entity_list.',
  words: [
    'migrate from another GitLab',
    'copy a group to this instance',
    'bulk import',
    'migrate groups from another GitLab',
    'move groups and projects between instances',
  ],
  related: ['admin.bulk_import_get', 'admin.bulk_import_entity_list', 'admin.bulk_import_cancel'],
});

const cancel = defineAction({
  id: 'admin.bulk_import_cancel',
  tool: 'gitlab_cancel_bulk_import',
  title: 'Cancel a direct transfer',
  summary: 'Stop a migration by direct transfer. What was copied so far stays.',
  effect: 'write',
  route: 'POST /bulk_imports/:id/cancel',
  params: { id: ownId },
  result: one('bulk_import'),
  words: ['stop a migration', 'abort the bulk import', 'abort a migration'],
  related: ['admin.bulk_import_get'],
});

const entityList = defineAction({
  id: 'admin.bulk_import_entity_list',
  tool: 'gitlab_list_bulk_import_entities',
  title: 'List what a direct transfer copies',
  summary: 'List the groups and projects of one migration by direct transfer, or of all, with their state.',
  effect: 'read',
  route: 'GET /bulk_imports/entities',
  params: { bulk_import_id: { ...importField, place: 'none' }, status, sort, ...page },
  async run(call) {
    const { bulk_import_id: bulkImport } = call.input;
    const request = buildRequest(call.action, call.input);
    const path = bulkImport === undefined ? request.path : pathOf`/bulk_imports/${bulkImport}/entities`;
    const { body } = await call.send({ ...request, path });
    return body;
  },
  result: listOf('bulk_import_entity'),
  words: [
    'which groups were migrated',
    'entities of a migration',
    'migrated projects',
    'what gets copied in a migration',
  ],
  related: ['admin.bulk_import_entity_get', 'admin.bulk_import_entity_failures'],
});

const entityGet = defineAction({
  id: 'admin.bulk_import_entity_get',
  tool: 'gitlab_get_bulk_import_entity',
  title: 'Get what a direct transfer copies',
  summary: 'Get one group or project of a migration by direct transfer with its state and counts.',
  effect: 'read',
  route: 'GET /bulk_imports/:bulk_import_id/entities/:entity_id',
  params: ofEntity,
  result: one('bulk_import_entity'),
  words: ['was the group migrated', 'details of a migrated group', 'state of one migration entity'],
  related: ['admin.bulk_import_entity_list', 'admin.bulk_import_entity_failures'],
});

const entityFailures = defineAction({
  id: 'admin.bulk_import_entity_failures',
  tool: 'gitlab_list_bulk_import_entity_failures',
  title: 'List failures of a direct transfer',
  summary: 'List what could not be copied of one group or project of a migration, and why.',
  effect: 'read',
  route: 'GET /bulk_imports/:bulk_import_id/entities/:entity_id/failures',
  params: ofEntity,
  result: listOf('bulk_import_failure'),
  words: [
    'why did the migration fail',
    'migration errors',
    'what could not be imported',
    'failed imports',
    'errors of a bulk import',
    'what failed in a direct transfer',
  ],
  related: ['admin.bulk_import_entity_get'],
});

export const bulkImports = [list, get, start, cancel, entityList, entityGet, entityFailures];
