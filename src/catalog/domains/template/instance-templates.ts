import { defineAction } from '../../action.ts';
import { flag, line } from '../../field.ts';
import { page } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { copyrightHolder, templateKey } from './template-fields.ts';

const ciList = defineAction({
  id: 'template.ci_yml_list',
  tool: 'gitlab_list_ci_yml_templates',
  title: 'List CI templates',
  summary: 'List the CI configurations that GitLab brings along for languages and tools.',
  effect: 'read',
  route: 'GET /templates/gitlab_ci_ymls',
  params: { ...page },
  result: listOf('template'),
  words: [
    'sample pipelines',
    'starter .gitlab-ci.yml files',
    'example CI configuration',
    'which CI templates exist',
    'CI templates for languages',
  ],
  related: ['template.ci_yml_get', 'template.lint'],
});

const ciGet = defineAction({
  id: 'template.ci_yml_get',
  tool: 'gitlab_get_ci_yml_template',
  title: 'Get a CI template',
  summary: 'Get one CI configuration that GitLab brings along, with its text.',
  effect: 'read',
  route: 'GET /templates/gitlab_ci_ymls/:key',
  params: { key: templateKey },
  result: one('template'),
  words: ['example .gitlab-ci.yml', 'sample pipeline for a language', 'starter CI file for a language'],
  related: ['template.ci_yml_list', 'template.lint'],
});

const dockerfileList = defineAction({
  id: 'template.dockerfile_list',
  tool: 'gitlab_list_dockerfile_templates',
  title: 'List Dockerfile templates',
  summary: 'List the Dockerfiles that GitLab brings along for languages and servers.',
  effect: 'read',
  route: 'GET /templates/dockerfiles',
  params: { ...page },
  result: listOf('template'),
  words: [
    'sample Dockerfiles',
    'docker file templates',
    'container build files',
    'which Dockerfile templates exist',
    'show Dockerfile templates',
  ],
  related: ['template.dockerfile_get'],
});

const dockerfileGet = defineAction({
  id: 'template.dockerfile_get',
  tool: 'gitlab_get_dockerfile_template',
  title: 'Get a Dockerfile template',
  summary: 'Get one Dockerfile that GitLab brings along, with its text.',
  effect: 'read',
  route: 'GET /templates/dockerfiles/:key',
  params: { key: templateKey },
  result: one('template'),
  words: [
    'example Dockerfile for a language',
    'docker file template',
    'container build file',
    'Dockerfile for a language',
  ],
  related: ['template.dockerfile_list'],
});

const gitignoreList = defineAction({
  id: 'template.gitignore_list',
  tool: 'gitlab_list_gitignore_templates',
  title: 'List gitignore templates',
  summary: 'List the .gitignore files that GitLab brings along for languages and tools.',
  effect: 'read',
  route: 'GET /templates/gitignores',
  params: { ...page },
  result: listOf('template'),
  words: ['sample ignore files', 'which gitignore templates exist'],
  related: ['template.gitignore_get'],
});

const gitignoreGet = defineAction({
  id: 'template.gitignore_get',
  tool: 'gitlab_get_gitignore_template',
  title: 'Get a gitignore template',
  summary: 'Get one .gitignore file that GitLab brings along, with its text.',
  effect: 'read',
  route: 'GET /templates/gitignores/:key',
  params: { key: templateKey },
  result: one('template'),
  words: ['gitignore for a language', 'which files to ignore'],
  related: ['template.gitignore_list'],
});

const licenseList = defineAction({
  id: 'template.license_list',
  tool: 'gitlab_list_license_templates',
  title: 'List license templates',
  summary: 'List the open source licenses that GitLab brings along with what each permits and demands.',
  effect: 'read',
  route: 'GET /templates/licenses',
  params: { popular: flag('Only the popular ones. Default false.'), ...page },
  result: listOf('template'),
  words: ['open source licenses', 'which license to choose', 'list open source licenses'],
  related: ['template.license_get'],
});

const licenseGet = defineAction({
  id: 'template.license_get',
  tool: 'gitlab_get_license_template',
  title: 'Get a license template',
  summary: 'Get the text of one open source license, with names filled in.',
  effect: 'read',
  route: 'GET /templates/licenses/:key',
  params: {
    key: { ...templateKey, description: 'Key of the license, such as mit, apache-2.0 or gpl-3.0.' },
    project: line('Name of the project to fill in.', { aliases: ['project_name'] }),
    fullname: copyrightHolder,
  },
  result: one('template'),
  words: ['MIT license text', 'Apache license text', 'LICENSE file', 'text of a license', 'get the MIT license'],
  related: ['template.license_list'],
});

export const instanceTemplates = [
  ciList,
  ciGet,
  dockerfileList,
  dockerfileGet,
  gitignoreList,
  gitignoreGet,
  licenseList,
  licenseGet,
];
