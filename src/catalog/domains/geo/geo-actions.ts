import { defineAction } from '../../action.ts';
import { flag, id, integer, line, list as listField, oneOf, required } from '../../field.ts';
import { page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const siteId = required(id('ID of the Geo site.', { aliases: ['site_id', 'geo_site_id', 'geo_node_id'] }));
const siteName = line('Unique name of the site, equal to geo_node_name in its configuration.', { minLength: 1 });
const siteUrl = line('URL that users reach the site by.', { minLength: 1 });

/** What create and edit share. */
const settings = {
  internal_url: line('URL that other sites reach it by. Default: its URL.'),
  enabled: flag('Whether the site takes part. Default true.'),
  files_max_capacity: integer('Files copied at once. Default 10.', { minimum: 1 }),
  repos_max_capacity: integer('Repositories copied at once. Default 25.', { minimum: 1 }),
  container_repositories_max_capacity: integer('Container repositories copied at once. Default 10.', { minimum: 1 }),
  verification_max_capacity: integer('Verifications at once. Default 100.', { minimum: 1 }),
  minimum_reverification_interval: integer('Days after which a repository is verified again. Default 7.', {
    minimum: 1,
  }),
  selective_sync_type: oneOf('What a secondary site copies by. Default: everything.', ['namespaces', 'shards']),
  selective_sync_shards: listField('Storages to copy, when copying by shards.', line('Storage.'), { split: true }),
  selective_sync_namespace_ids: listField('IDs of groups to copy, when copying by namespaces.', id('Group ID.'), {
    split: true,
  }),
  sync_object_storage: flag('Whether a secondary site copies object storage. Default false.'),
} as const;

const list = defineAction({
  id: 'geo.list',
  tool: 'gitlab_list_geo_sites',
  title: 'List Geo sites',
  summary: 'List the sites an instance is replicated to with URL, role and limits, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /geo_sites',
  params: { ...page },
  result: listOf('geo_site'),
  words: ['Geo nodes', 'secondary sites', 'replicas of the instance', 'which secondaries do we have'],
  related: ['geo.list_status', 'geo.get'],
});

const get = defineAction({
  id: 'geo.get',
  tool: 'gitlab_get_geo_site',
  title: 'Get a Geo site',
  summary: 'Get one Geo site with URL, role and limits, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /geo_sites/:id',
  params: { id: siteId },
  result: one('geo_site'),
  words: ['show a Geo node'],
  related: ['geo.get_status', 'geo.list'],
});

const listStatus = defineAction({
  id: 'geo.list_status',
  tool: 'gitlab_list_status_all_geo_sites',
  title: 'List status of Geo sites',
  summary: 'List how healthy each Geo site is and how far its copies are, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /geo_sites/status',
  params: { ...page },
  result: listOf('geo_site_status'),
  words: [
    'Geo replication status',
    'replication lag',
    'are the secondaries in sync',
    'health of all Geo sites',
    'replication status of all sites',
  ],
  related: ['geo.get_status', 'geo.list'],
});

const getStatus = defineAction({
  id: 'geo.get_status',
  tool: 'gitlab_get_status_geo_site',
  title: 'Get status of a Geo site',
  summary: 'Get how healthy one Geo site is and how far its copies are, for administrators.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /geo_sites/:id/status',
  params: { id: siteId },
  result: one('geo_site_status'),
  words: [
    'replication lag of a site',
    'is the secondary in sync',
    'health of a Geo site',
    'replication status of a site',
    'how far behind is a secondary',
  ],
  related: ['geo.list_status', 'geo.repair'],
});

const create = defineAction({
  id: 'geo.create',
  tool: 'gitlab_create_geo_site',
  title: 'Create a Geo site',
  summary: 'Add a site that the instance is replicated to, for administrators.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /geo_sites',
  params: {
    name: required(siteName),
    url: required(siteUrl),
    primary: flag('Whether it is the primary site. Default false.'),
    ...settings,
  },
  result: one('geo_site'),
  words: ['add a secondary site', 'new Geo node', 'add a secondary'],
  related: ['geo.list', 'geo.edit'],
});

const edit = defineAction({
  id: 'geo.edit',
  tool: 'gitlab_edit_geo_site',
  title: 'Update a Geo site',
  summary: 'Change URL, limits or what is copied of a Geo site, for administrators.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /geo_sites/:id',
  params: { id: siteId, name: siteName, url: siteUrl, ...settings },
  rules: [{ rule: 'at-least-one', of: ['name', 'url', ...Object.keys(settings)] }],
  result: one('geo_site'),
  words: ['pause replication', 'disable a Geo node'],
  aliases: ['geo.update'],
  related: ['geo.get', 'geo.list_status'],
});

const repair = defineAction({
  id: 'geo.repair',
  tool: 'gitlab_repair_geo_site',
  title: 'Repair a Geo site',
  summary: 'Repair the OAuth application that a secondary Geo site signs in with, for administrators.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /geo_sites/:id/repair',
  params: { id: siteId },
  result: one('geo_site'),
  words: ['fix Geo authentication', 'users cannot sign in on the secondary', 'fix the OAuth of a Geo site'],
  related: ['geo.get_status'],
});

const remove = defineAction({
  id: 'geo.delete',
  tool: 'gitlab_delete_geo_site',
  title: 'Delete a Geo site',
  summary: 'Remove a Geo site, which ends the replication to it, for administrators.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /geo_sites/:id',
  params: { id: siteId },
  result: nothing('geo_site'),
  words: ['remove a secondary site', 'remove a secondary'],
  related: ['geo.list'],
});

export const geoActions = [list, get, listStatus, getStatus, create, edit, repair, remove];
