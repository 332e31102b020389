import { expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { securityCategoryActions } from './security-category-actions.ts';

const byId = new Map(securityCategoryActions.map((action) => [action.id, action]));
const category = {
  id: 'gid://gitlab/Security::Category/4',
  name: 'Impact',
  multipleSelection: false,
  securityAttributes: [],
};
const group = { 'GET /groups/acme?with_projects=false': { id: 9 } };

const rows: readonly (readonly [id: string, input: object, root: object, sent: readonly unknown[]])[] = [
  [
    'security_category.create',
    { namespace_id: 9, name: 'Impact', multiple_selection: false },
    { securityCategoryCreate: { errors: [], securityCategory: category } },
    [
      [
        'mutation securityCategoryCreate',
        { input: { namespaceId: 'gid://gitlab/Namespace/9', name: 'Impact', multipleSelection: false } },
      ],
    ],
  ],
  [
    'security_category.update',
    { category_id: '4', group: 'acme', description: 'How bad' },
    { securityCategoryUpdate: { errors: [], securityCategory: category } },
    [
      'GET /groups/acme?with_projects=false',
      [
        'mutation securityCategoryUpdate',
        { input: { id: category.id, namespaceId: 'gid://gitlab/Namespace/9', description: 'How bad' } },
      ],
    ],
  ],
  [
    'security_category.delete',
    { category_id: category.id },
    { securityCategoryDestroy: { errors: [], deletedCategoryGid: category.id, deletedAttributesGid: [] } },
    [['mutation securityCategoryDestroy', { input: { id: category.id } }]],
  ],
];

test.each(rows)('%s sends its document', async (id, input, root, expected) => {
  const { error, sent, notes } = await recordGraphql(byId.get(id), input, { root: { ...root }, rest: group });

  expect(error).toBeUndefined();
  expect(sent).toEqual(expected);
  expect(notes).toEqual([]);
});

test('every action has a row', () => {
  expect(rows.map(([id]) => id).sort()).toEqual([...byId.keys()].sort());
});

test('an update without a change, and what GitLab refuses, are errors', async () => {
  const empty = await recordGraphql(byId.get('security_category.update'), { category_id: 4, namespace_id: 9 });
  const refused = await recordGraphql(
    byId.get('security_category.delete'),
    { category_id: 4 },
    { root: { securityCategoryDestroy: { errors: ['Cannot delete non editable category'] } } },
  );

  expect(empty.error?.message).toContain('give at least one of name, description');
  expect(empty.sent).toEqual([]);
  expect(refused.error?.message).toContain('GitLab refused this (Cannot delete non editable category)');
});
