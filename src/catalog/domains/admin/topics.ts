import { defineAction } from '../../action.ts';
import { flag, id, line, required, text } from '../../field.ts';
import { page, search } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';

const topicId = required(id('ID of the topic.', { aliases: ['id', 'topic'] }));
const slug = line('Name in addresses, such as machine-learning.', { minLength: 1, aliases: ['slug'] });
const title = line('Name that people see, such as Machine learning.', { minLength: 1 });
const description = text('What the topic is about, in GitLab Markdown.');

const list = defineAction({
  id: 'admin.topic_list',
  tool: 'gitlab_list_topics',
  title: 'List topics',
  summary: 'List the topics of projects on the instance, most used first.',
  effect: 'read',
  route: 'GET /topics',
  params: {
    search,
    without_projects: flag('Only topics that no project has. Default false.'),
    ...page,
  },
  result: listOf('topic'),
  words: ['project topics', 'project tags', 'subjects of projects'],
  related: ['admin.topic_get', 'admin.topic_create', 'project.list'],
});

const get = defineAction({
  id: 'admin.topic_get',
  tool: 'gitlab_get_topic',
  title: 'Get a topic',
  summary: 'Get one topic with its description and number of projects.',
  effect: 'read',
  route: 'GET /topics/:topic_id',
  params: { topic_id: topicId },
  result: one('topic'),
  words: ['show topic'],
  related: ['admin.topic_list', 'admin.topic_update'],
});

const create = defineAction({
  id: 'admin.topic_create',
  tool: 'gitlab_create_topic',
  title: 'Create a topic',
  summary: 'Create a topic that projects can have, for administrators.',
  effect: 'write',
  route: 'POST /topics',
  params: {
    name: required(slug),
    title: { ...title, description: 'Name that people see, such as Machine learning. Default: the other name.' },
    description,
  },
  // GitLab demands both names.
  async run(call) {
    const { body } = await call.send(
      buildRequest(call.action, { ...call.input, title: call.input.title ?? call.input.name }),
    );
    return body;
  },
  result: one('topic'),
  words: ['new project topic', 'add a subject for projects', 'create a topic for projects', 'new subject'],
  related: ['admin.topic_list', 'admin.topic_update'],
});

const update = defineAction({
  id: 'admin.topic_update',
  tool: 'gitlab_update_topic',
  title: 'Update a topic',
  summary: 'Change name, title or description of a topic, for administrators.',
  effect: 'write',
  route: 'PUT /topics/:topic_id',
  params: { topic_id: topicId, name: slug, title, description },
  rules: [{ rule: 'at-least-one', of: ['name', 'title', 'description'] }],
  result: one('topic'),
  words: ['rename topic', 'describe a topic'],
  related: ['admin.topic_get'],
});

const remove = defineAction({
  id: 'admin.topic_delete',
  tool: 'gitlab_delete_topic',
  title: 'Delete a topic',
  summary: 'Delete a topic and take it off every project, for administrators.',
  effect: 'destroy',
  route: 'DELETE /topics/:topic_id',
  params: { topic_id: topicId },
  result: nothing('topic'),
  words: ['remove topic', 'remove a project topic'],
  related: ['admin.topic_list'],
});

export const topics = [list, get, create, update, remove];
