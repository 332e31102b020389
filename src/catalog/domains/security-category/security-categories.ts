import { defineAction } from '../../action.ts';
import { flag, id, line, namespace, required, text } from '../../field.ts';
import { nothing, one } from '../../result.ts';
import { createDocument, deleteDocument, updateDocument } from './security-categories-documents.ts';

/** Categories belong to the group at the top. */
export const topGroupId = required(
  namespace('Top-level group the category belongs to: numeric ID or path.', {
    names: 'group',
    numericOnly: true,
    globalId: { type: 'Namespace', formerly: ['Group'] },
    aliases: ['group_id', 'group', 'namespace', 'group_path'],
  }),
);

const categoryId = required(
  id('ID of the category, the number at the end of its global ID.', {
    globalId: { type: 'Security::Category' },
    wire: 'id',
    aliases: ['id', 'security_category_id', 'category'],
  }),
);

const name = line('Name of the category.', { minLength: 1, maxLength: 255 });
const description = text('What the category is for.', { maxLength: 255 });

const create = defineAction({
  id: 'security_category.create',
  tool: 'gitlab_create_security_category',
  title: 'Create a security category',
  summary: 'Create a category that groups security attributes of projects, such as Data sensitivity.',
  effect: 'write',
  tier: 'ultimate',
  graphql: { document: createDocument, pick: 'securityCategoryCreate.securityCategory', into: 'input' },
  params: {
    namespace_id: topGroupId,
    name: required(name),
    description,
    multiple_selection: flag('Whether a project may carry several attributes of the category. Default false.'),
  },
  result: one('security_category'),
  words: [
    'classify projects by risk',
    'group of security labels',
    'business impact category',
    'add a category for security attributes',
  ],
  related: ['security_category.update', 'security_attribute.create'],
});

const update = defineAction({
  id: 'security_category.update',
  tool: 'gitlab_update_security_category',
  title: 'Update a security category',
  summary: 'Change name or description of a security category and get it.',
  effect: 'write',
  tier: 'ultimate',
  graphql: { document: updateDocument, pick: 'securityCategoryUpdate.securityCategory', into: 'input' },
  params: { category_id: categoryId, namespace_id: topGroupId, name, description },
  rules: [{ rule: 'at-least-one', of: ['name', 'description'] }],
  idempotent: true,
  result: one('security_category'),
  words: ['rename a security category', 'edit a security category', 'change the description of a security category'],
  related: ['security_category.create', 'security_category.delete'],
});

const remove = defineAction({
  id: 'security_category.delete',
  tool: 'gitlab_delete_security_category',
  title: 'Delete a security category',
  summary: 'Delete a security category with all its attributes. Projects lose them.',
  effect: 'destroy',
  tier: 'ultimate',
  graphql: { document: deleteDocument, pick: 'securityCategoryDestroy.deletedCategoryGid', into: 'input' },
  params: { category_id: categoryId },
  idempotent: true,
  result: nothing('security_category'),
  words: ['remove a security category'],
  related: ['security_category.update', 'security_attribute.delete'],
});

export const securityCategories = [create, update, remove];
