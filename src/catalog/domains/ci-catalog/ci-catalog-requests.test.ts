import { expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { ciCatalogActions } from './ci-catalog-actions.ts';

const byId = new Map(ciCatalogActions.map((action) => [action.id, action]));
const resource = {
  id: 'gid://gitlab/Ci::Catalog::Resource/2',
  name: 'sast',
  fullPath: 'components/sast',
  starCount: 3,
  last30DayUsageCount: 9,
  versions: { nodes: [] },
};
const page = { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null };

test('ci_catalog.list sends its filters', async () => {
  const { sent, value } = await recordGraphql(
    byId.get('ci_catalog.list'),
    { query: 'sast', scope: 'namespaced', sort: 'star_count_desc', topics: 'security' },
    { root: { ciCatalogResources: { nodes: [resource], pageInfo: page } } },
  );

  expect(sent).toEqual([
    [
      'query ciCatalogResources',
      { search: 'sast', scope: 'NAMESPACES', sort: 'STAR_COUNT_DESC', topics: ['security'], first: 20 },
    ],
  ]);
  expect(value).toMatchObject({ pageInfo: page, nodes: [{ fullPath: 'components/sast' }] });
});

test.each([
  [{ id: 2 }, { id: resource.id }],
  [{ id: resource.id }, { id: resource.id }],
  [{ full_path: 'components/sast' }, { fullPath: 'components/sast' }],
])('ci_catalog.get with %j', async (input, variables) => {
  const { sent, value } = await recordGraphql(byId.get('ci_catalog.get'), input, {
    root: { ciCatalogResource: resource },
  });

  expect(sent).toEqual([['query ciCatalogResource', variables]]);
  expect(value).toMatchObject({ id: resource.id, starCount: 3 });
});

test('T-07: ci_catalog.get takes the ID or the path, and says what is missing', async () => {
  const both = await recordGraphql(byId.get('ci_catalog.get'), { id: 2, full_path: 'a/b' });
  const none = await recordGraphql(byId.get('ci_catalog.get'), {});
  const unseen = await recordGraphql(byId.get('ci_catalog.get'), { id: 2 }, { root: { ciCatalogResource: null } });

  expect(both.error?.message).toContain('id and full_path exclude each other');
  expect(none.error?.message).toContain('give exactly one of id, full_path');
  expect(unseen.error).toMatchObject({ code: 'gitlab.refused' });
});
