import { defineAction } from '../../action.ts';
import { flag, line, required, text } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { one } from '../../result.ts';

const includeJobs = flag('Include the jobs a pipeline would have. Default false.');
const dryRun = flag('Try to create a pipeline, which also checks rules and needs. Default false.');

const lint = defineAction({
  id: 'template.lint',
  tool: 'gitlab_ci_lint',
  title: 'Lint a CI configuration',
  summary: 'Check a CI configuration given as text in the context of a project, and get errors and merged YAML.',
  effect: 'read',
  scope: 'api',
  route: 'POST /projects/:project_id/ci/lint',
  params: {
    project_id: projectId,
    content: required(
      text('Text of the configuration, as in .gitlab-ci.yml.', { minLength: 1, aliases: ['yaml', 'config', 'yml'] }),
    ),
    dry_run: dryRun,
    ref: line('Branch or tag that the dry run is for. Default: the default branch.', { aliases: ['branch'] }),
    include_jobs: includeJobs,
  },
  result: one('lint'),
  words: [
    'validate CI config',
    'check pipeline YAML',
    'is my .gitlab-ci.yml valid',
    'CI linter',
    'check my CI file',
    'is this YAML ok',
  ],
  aliases: ['ci.lint', 'pipeline.lint'],
  related: ['template.lint_project', 'template.ci_yml_get', 'pipeline.create'],
});

const lintProject = defineAction({
  id: 'template.lint_project',
  tool: 'gitlab_ci_lint_project',
  title: 'Lint the CI configuration of a project',
  summary: 'Check the CI configuration that a project has in its repository, and get errors and merged YAML.',
  effect: 'read',
  route: 'GET /projects/:project_id/ci/lint',
  params: {
    project_id: projectId,
    content_ref: line('Branch, tag or commit to read the configuration from. Default: the default branch.', {
      aliases: ['sha', 'commit', 'branch'],
    }),
    dry_run: dryRun,
    dry_run_ref: line('Branch or tag that the dry run is for. Default: the default branch.'),
    ref: line('Older name of dry_run_ref.'),
    include_jobs: includeJobs,
  },
  rules: [{ rule: 'at-most-one', of: ['dry_run_ref', 'ref'] }],
  result: one('lint'),
  words: [
    'validate CI config',
    'why is no pipeline created',
    'check pipeline YAML',
    'merged CI YAML',
    'is the CI config of the project valid',
    "does the project's CI file work",
  ],
  related: ['template.lint', 'pipeline.create', 'repository.file_get'],
});

export const ciLint = [lint, lintProject];
