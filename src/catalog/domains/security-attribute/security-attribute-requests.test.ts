import { expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { securityAttributeActions } from './security-attribute-actions.ts';

const byId = new Map(securityAttributeActions.map((action) => [action.id, action]));
const attribute = { id: 'gid://gitlab/Security::Attribute/5', name: 'High', description: 'Bad', color: '#ff0000' };

const rows: readonly (readonly [id: string, input: object, root: object, sent: readonly unknown[]])[] = [
  [
    'security_attribute.create',
    { namespace_id: 9, category_id: 4, attributes: [{ name: 'High', description: 'Bad', color: '#ff0000' }] },
    { securityAttributeCreate: { errors: [], securityAttributes: [attribute] } },
    [
      [
        'mutation securityAttributeCreate',
        {
          input: {
            namespaceId: 'gid://gitlab/Namespace/9',
            categoryId: 'gid://gitlab/Security::Category/4',
            attributes: [{ name: 'High', description: 'Bad', color: '#ff0000' }],
          },
        },
      ],
    ],
  ],
  [
    'security_attribute.update',
    { attribute_id: 5, color: '#00ff00' },
    { securityAttributeUpdate: { errors: [], securityAttribute: attribute } },
    [['mutation securityAttributeUpdate', { input: { id: attribute.id, color: '#00ff00' } }]],
  ],
  [
    'security_attribute.delete',
    { id: attribute.id },
    { securityAttributeDestroy: { errors: [], deletedAttributeGid: attribute.id } },
    [['mutation securityAttributeDestroy', { input: { id: attribute.id } }]],
  ],
  [
    'security_attribute.project_update',
    { project_id: 'acme/site', add_attribute_ids: '5,6', remove_attribute_ids: [7] },
    { securityAttributeProjectUpdate: { errors: [], addedCount: 2, removedCount: 1, project: null } },
    [
      'GET /projects/acme%2Fsite',
      [
        'mutation securityAttributeProjectUpdate',
        {
          input: {
            projectId: 'gid://gitlab/Project/3',
            addAttributeIds: ['gid://gitlab/Security::Attribute/5', 'gid://gitlab/Security::Attribute/6'],
            removeAttributeIds: ['gid://gitlab/Security::Attribute/7'],
          },
        },
      ],
    ],
  ],
  [
    'security_attribute.bulk_update',
    { attribute_ids: [5], mode: 'replace', project_ids: [3], group_ids: [9] },
    { bulkUpdateSecurityAttributes: { errors: [] } },
    [
      [
        'mutation bulkUpdateSecurityAttributes',
        {
          input: {
            items: ['gid://gitlab/Project/3', 'gid://gitlab/Group/9'],
            attributes: ['gid://gitlab/Security::Attribute/5'],
            mode: 'REPLACE',
          },
        },
      ],
    ],
  ],
];

test.each(rows)('%s sends its document', async (id, input, root, expected) => {
  const { error, sent, notes } = await recordGraphql(byId.get(id), input, {
    root: { ...root },
    rest: { 'GET /projects/acme%2Fsite': { id: 3 } },
  });

  expect(error).toBeUndefined();
  expect(sent).toEqual(expected);
  expect(notes).toEqual([]);
});

test('every action has a row', () => {
  expect(rows.map(([id]) => id).sort()).toEqual([...byId.keys()].sort());
});

test('a change of nothing, or of no project, is refused before anything is sent', async () => {
  for (const [id, input, word] of [
    ['security_attribute.bulk_update', { attribute_ids: [5], mode: 'ADD' }, 'project_ids, group_ids'],
    ['security_attribute.project_update', { project_id: 3 }, 'add_attribute_ids, remove_attribute_ids'],
  ] as const) {
    const { error, sent } = await recordGraphql(byId.get(id), input);

    expect(error?.message).toContain(`give at least one of ${word}`);
    expect(sent).toEqual([]);
  }
});

test('what GitLab refuses of a bulk change is an error', async () => {
  const { error } = await recordGraphql(
    byId.get('security_attribute.bulk_update'),
    { attribute_ids: [5], mode: 'ADD', project_ids: [3] },
    { root: { bulkUpdateSecurityAttributes: { errors: ['Too many items'] } } },
  );

  expect(error?.message).toContain('GitLab refused this (Too many items)');
});
