import { defineAction } from '../../action.ts';
import { id, line } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { copyrightHolder, templateKey, templateType } from './template-fields.ts';

const list = defineAction({
  id: 'template.project_template_list',
  tool: 'gitlab_list_project_templates',
  title: 'List templates of a project',
  summary: 'List the templates of one kind that a project offers, its own and those of its groups and the instance.',
  effect: 'read',
  route: 'GET /projects/:project_id/templates/:template_type',
  params: { project_id: projectId, template_type: templateType, ...page },
  result: listOf('template'),
  words: ['issue templates', 'merge request templates', 'description templates', 'MR templates'],
  related: ['template.project_template_get', 'issue.create', 'merge_request.create'],
});

const get = defineAction({
  id: 'template.project_template_get',
  tool: 'gitlab_get_project_template',
  title: 'Get a template of a project',
  summary: 'Get one template that a project offers, with its text.',
  effect: 'read',
  route: 'GET /projects/:project_id/templates/:template_type/:key',
  params: {
    project_id: projectId,
    template_type: templateType,
    key: templateKey,
    source_template_project_id: id('ID of the project the template is in, where several have one of this name.'),
    project_name: line('Name of the project to fill into a license.', { wire: 'project' }),
    fullname: copyrightHolder,
  },
  result: one('template'),
  words: [
    'text of an issue template',
    'description template',
    'bug report template',
    'show an issue template',
    'merge request template',
  ],
  related: ['template.project_template_list'],
});

export const projectTemplates = [list, get];
