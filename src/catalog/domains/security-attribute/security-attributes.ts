import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { id, line, list as listField, object, oneOf, required, text } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { toGlobalId } from '../../global-id.ts';
import { listOf, nothing, one } from '../../result.ts';
import { sendGraphql } from '../../run-graphql.ts';
import { topGroupId } from '../security-category/security-categories.ts';
import {
  bulkUpdateDocument,
  createDocument,
  deleteDocument,
  projectUpdateDocument,
  updateDocument,
} from './security-attributes-documents.ts';

const attribute = { globalId: { type: 'Security::Attribute' } } as const;
const attributeId = required(
  id('ID of the attribute, the number at the end of its global ID.', {
    ...attribute,
    wire: 'id',
    aliases: ['id', 'security_attribute_id', 'attribute'],
  }),
);
const oneAttributeId = id('ID of an attribute.', attribute);

const name = line('Name of the attribute.', { minLength: 1, maxLength: 255 });
const description = text('What the attribute means.', { maxLength: 255 });
const color = line('Color as #rrggbb or a CSS color name.', { minLength: 3 });

const create = defineAction({
  id: 'security_attribute.create',
  tool: 'gitlab_create_security_attribute',
  title: 'Create security attributes',
  summary: 'Create one or more attributes in a security category and get them.',
  effect: 'write',
  tier: 'ultimate',
  graphql: { document: createDocument, pick: 'securityAttributeCreate.securityAttributes', into: 'input' },
  params: {
    namespace_id: topGroupId,
    category_id: required(
      id('ID of the category, the number at the end of its global ID.', {
        globalId: { type: 'Security::Category' },
        aliases: ['security_category_id', 'category'],
      }),
    ),
    attributes: required(
      listField(
        'Attributes to create.',
        object('One attribute.', {
          name: required(name),
          description: required(description),
          color: required(color),
        }),
        { minItems: 1 },
      ),
    ),
  },
  result: listOf('security_attribute'),
  words: [
    'security label for projects',
    'classify a project',
    'add business impact level',
    'new security attribute',
    'define security attributes',
    'add a security attribute to a category',
  ],
  related: ['security_category.create', 'security_attribute.project_update'],
});

const update = defineAction({
  id: 'security_attribute.update',
  tool: 'gitlab_update_security_attribute',
  title: 'Update a security attribute',
  summary: 'Change name, description or color of a security attribute and get it.',
  effect: 'write',
  tier: 'ultimate',
  graphql: { document: updateDocument, pick: 'securityAttributeUpdate.securityAttribute', into: 'input' },
  params: { attribute_id: attributeId, name, description, color },
  rules: [{ rule: 'at-least-one', of: ['name', 'description', 'color'] }],
  idempotent: true,
  result: one('security_attribute'),
  words: [
    'rename a security attribute',
    'recolor security label',
    'edit a security attribute',
    'change the color of a security attribute',
  ],
  related: ['security_attribute.create', 'security_attribute.delete'],
});

const remove = defineAction({
  id: 'security_attribute.delete',
  tool: 'gitlab_delete_security_attribute',
  title: 'Delete a security attribute',
  summary: 'Delete a security attribute. Projects that carry it lose it.',
  effect: 'destroy',
  tier: 'ultimate',
  graphql: { document: deleteDocument, pick: 'securityAttributeDestroy.deletedAttributeGid', into: 'input' },
  params: { attribute_id: attributeId },
  idempotent: true,
  result: nothing('security_attribute'),
  words: ['remove a security label', 'delete a security attribute of a category'],
  related: ['security_attribute.update', 'security_category.delete'],
});

const projectUpdate = defineAction({
  id: 'security_attribute.project_update',
  tool: 'gitlab_update_project_security_attributes',
  title: 'Set security attributes of a project',
  summary: 'Add security attributes to a project and take others off, and get how many were changed.',
  effect: 'destroy',
  tier: 'ultimate',
  graphql: { document: projectUpdateDocument, pick: 'securityAttributeProjectUpdate', into: 'input' },
  params: {
    project_id: { ...projectId, numericOnly: true, globalId: { type: 'Project' } },
    add_attribute_ids: listField('IDs of attributes to add.', oneAttributeId, { split: true, aliases: ['add'] }),
    remove_attribute_ids: listField('IDs of attributes to take off.', oneAttributeId, {
      split: true,
      aliases: ['remove'],
    }),
  },
  rules: [{ rule: 'at-least-one', of: ['add_attribute_ids', 'remove_attribute_ids'] }],
  idempotent: true,
  result: one('security_attribute_changes'),
  words: [
    'classify a project',
    'label a project as critical',
    'mark a project as business critical',
    'set a security attribute on a project',
    'assign security attributes to a project',
    'tag a project with a security attribute',
    'change the security attributes of a project',
    'mark a project as internet-facing',
  ],
  related: ['security_attribute.bulk_update', 'security_attribute.create'],
});

const bulkUpdate = defineAction({
  id: 'security_attribute.bulk_update',
  tool: 'gitlab_bulk_update_security_attributes',
  title: 'Set security attributes of many projects',
  summary: 'Add, remove or replace security attributes of all projects given, one by one or by their groups.',
  effect: 'destroy',
  tier: 'ultimate',
  params: {
    attribute_ids: required(listField('IDs of the attributes.', oneAttributeId, { split: true, minItems: 1 })),
    mode: required(oneOf('What to do with them. REPLACE takes all others off.', ['ADD', 'REMOVE', 'REPLACE'])),
    project_ids: listField('IDs of projects.', id('ID of a project.'), { split: true }),
    group_ids: listField('IDs of groups, for all their projects.', id('ID of a group.'), { split: true }),
  },
  rules: [{ rule: 'at-least-one', of: ['project_ids', 'group_ids'] }],
  run: updateMany,
  idempotent: true,
  result: nothing('security_attribute'),
  usage: 'GitLab works it off in the background.',
  words: [
    'classify all projects of a group',
    'assign security attributes to many projects',
    'set a security attribute on several projects',
    'tag several projects with a security attribute',
    'change the security attributes of many projects',
    'assign a security attribute to several repositories',
  ],
  related: ['security_attribute.project_update'],
});

interface BulkInput {
  readonly attribute_ids: readonly number[];
  readonly mode: string;
  readonly project_ids?: readonly number[];
  readonly group_ids?: readonly number[];
}

function updateMany(call: ActionCall<BulkInput>): Promise<unknown> {
  const { attribute_ids: attributes, mode, project_ids: projects = [], group_ids: groups = [] } = call.input;
  const input = {
    items: [
      ...projects.map((project) => toGlobalId('Project', project)),
      ...groups.map((group) => toGlobalId('Group', group)),
    ],
    attributes: attributes.map((one) => toGlobalId(attribute.globalId.type, one)),
    mode,
  };
  return sendGraphql(call, {
    document: bulkUpdateDocument,
    pick: 'bulkUpdateSecurityAttributes',
    variables: { input },
  });
}

export const securityAttributes = [create, update, remove, projectUpdate, bulkUpdate];
