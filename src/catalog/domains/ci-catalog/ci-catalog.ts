import { defineAction } from '../../action.ts';
import { globalId, line, list as listField, namespace, oneOf } from '../../field.ts';
import { connection, connectionRule, search } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { getDocument, listDocument } from './ci-catalog-documents.ts';

const list = defineAction({
  id: 'ci_catalog.list',
  tool: 'gitlab_list_catalog_resources',
  title: 'List CI/CD Catalog projects',
  summary: 'List the component projects of the CI/CD Catalog with latest version, stars and use.',
  effect: 'read',
  graphql: { document: listDocument, pick: 'ciCatalogResources' },
  params: {
    search,
    scope: oneOf(
      'All of the catalog, or what is in namespaces the current user belongs to. Default ALL.',
      ['ALL', 'NAMESPACES'],
      {
        synonyms: { namespaced: 'NAMESPACES', mine: 'NAMESPACES', my: 'NAMESPACES' },
      },
    ),
    sort: oneOf('Order. Default CREATED_DESC.', [
      'NAME_ASC',
      'NAME_DESC',
      'LATEST_RELEASED_AT_ASC',
      'LATEST_RELEASED_AT_DESC',
      'CREATED_ASC',
      'CREATED_DESC',
      'STAR_COUNT_ASC',
      'STAR_COUNT_DESC',
      'USAGE_COUNT_ASC',
      'USAGE_COUNT_DESC',
    ]),
    topics: listField('Only projects with one of these topics.', line('Topic.'), { split: true, aliases: ['topic'] }),
    verification_level: oneOf('Only projects of this trust.', [
      'GITLAB_MAINTAINED',
      'GITLAB_PARTNER_MAINTAINED',
      'VERIFIED_CREATOR_MAINTAINED',
      'VERIFIED_CREATOR_SELF_MANAGED',
      'UNVERIFIED',
    ]),
    ...connection,
  },
  rules: [connectionRule],
  result: listOf('ci_catalog_resource'),
  words: [
    'pipeline components',
    'reusable CI templates',
    'find a CI component',
    'components I can reuse',
    'shared CI building blocks',
    'search the CI catalog',
  ],
  aliases: ['ci_catalog.search'],
  related: ['ci_catalog.get', 'template.lint'],
});

const get = defineAction({
  id: 'ci_catalog.get',
  tool: 'gitlab_get_catalog_resource',
  title: 'Get a CI/CD Catalog project',
  summary: 'Get a component project of the CI/CD Catalog with its versions, components and their inputs.',
  effect: 'read',
  graphql: { document: getDocument, pick: 'ciCatalogResource' },
  params: {
    id: globalId({ type: 'Ci::Catalog::Resource' }, 'Global ID of the catalog resource as listed, or its number.', {
      aliases: ['resource_id', 'catalog_resource_id'],
    }),
    full_path: namespace('Full path of the project, such as components/sast, or its numeric ID.', {
      names: 'project',
      pathOnly: true,
      aliases: ['project_path', 'project_id', 'project', 'path'],
    }),
  },
  rules: [{ rule: 'exactly-one', of: ['id', 'full_path'] }],
  result: one('ci_catalog_resource'),
  words: [
    'inputs of a component',
    'how to include a component',
    'readme of a CI component',
    'docs of a component',
    'versions of a component',
    'how do I use a component',
  ],
  related: ['ci_catalog.list'],
});

export const ciCatalog = [list, get];
