import { defineAction } from '../../action.ts';
import { described, flag, id, line, namespace, required } from '../../field.ts';
import { page, search } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const namespaceId = required(
  namespace('Namespace, a user or a group: numeric ID or full path.', {
    names: 'namespace',
    aliases: ['namespace', 'namespace_id', 'path', 'full_path'],
  }),
);

const list = defineAction({
  id: 'user.namespace_list',
  tool: 'gitlab_namespace_list',
  title: 'List namespaces',
  summary: 'List the groups and personal namespaces the current user may put projects in.',
  effect: 'read',
  route: 'GET /namespaces',
  params: {
    search: described(search, 'Text to look for in name and path.'),
    owned_only: flag('Only namespaces the user owns. Default false.'),
    top_level_only: flag('Only namespaces at the top. Default false.'),
    ...page,
  },
  result: listOf('namespace'),
  words: ['where can I create a project', 'my groups and namespace', 'my namespaces', 'namespaces I can use'],
  aliases: ['namespace.list'],
  related: ['user.namespace_get', 'group.list', 'project.create'],
});

const findByText = defineAction({
  id: 'user.namespace_search',
  tool: 'gitlab_namespace_search',
  title: 'Search namespaces',
  summary: 'Find groups and personal namespaces by name or path.',
  effect: 'read',
  route: 'GET /namespaces',
  params: {
    query: required(line('Text to look for.', { wire: 'search', minLength: 1, aliases: ['search', 'q', 'name'] })),
    ...page,
  },
  result: listOf('namespace'),
  words: ['find a namespace', 'search a namespace by name'],
  aliases: ['namespace.search'],
  related: ['user.namespace_list', 'group.search'],
});

const get = defineAction({
  id: 'user.namespace_get',
  tool: 'gitlab_namespace_get',
  title: 'Get a namespace',
  summary: 'Get one namespace with its kind, and its plan where the instance has plans.',
  effect: 'read',
  route: 'GET /namespaces/:id',
  params: { id: namespaceId },
  result: one('namespace'),
  words: ['is it a user or a group', 'plan of a group', 'plan of a namespace', 'who does a namespace belong to'],
  aliases: ['namespace.get'],
  related: ['user.namespace_list', 'group.get'],
});

const exists = defineAction({
  id: 'user.namespace_exists',
  tool: 'gitlab_namespace_exists',
  title: 'Check whether a path is taken',
  summary: 'Tell whether a namespace path is taken, and suggest free ones if so.',
  effect: 'read',
  route: 'GET /namespaces/:id/exists',
  params: {
    id: required(
      line('Path to check, one part without slashes.', { minLength: 1, aliases: ['path', 'namespace', 'name'] }),
    ),
    parent_id: id('ID of the parent group. Without it the top level is checked.'),
  },
  result: one('namespace_availability'),
  words: ['is the group name free', 'available path', 'is a path free', 'is the name taken'],
  aliases: ['namespace.exists'],
  related: ['group.create', 'user.namespace_get'],
});

export const namespaces = [list, findByText, get, exists];
