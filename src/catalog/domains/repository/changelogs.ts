import { defineAction } from '../../action.ts';
import { datetime, filePath, line, required } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { one } from '../../result.ts';
import { commitMessage } from './repository-fields.ts';

const changelogParams = {
  project_id: projectId,
  version: required(line('Version in semantic form, such as 1.2.0.', { aliases: ['tag', 'tag_name'] })),
  from: line('Commit the changes start after. Default: the tag of the version before.'),
  to: line('Commit the changes end with. Default: the head of the default branch.'),
  date: datetime('Date of the release, ISO 8601. Default: now.'),
  trailer: line('Git trailer that marks commits for the changelog. Default Changelog.'),
  config_file: filePath('Path of the changelog configuration. Default .gitlab/changelog_config.yml.'),
  config_file_ref: line('Branch, tag or commit to read the configuration from. Default: the default branch.'),
} as const;

const generate = defineAction({
  id: 'repository.changelog_generate',
  tool: 'gitlab_repository_changelog_generate',
  title: 'Generate a changelog',
  summary: 'Generate the changelog of a version from commit trailers and get its Markdown without committing it.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/changelog',
  params: changelogParams,
  result: one('changelog'),
  words: [
    'release notes from commits',
    'what changed since the last version',
    'what changed between two versions',
    'changelog for a version',
    'changelog since the last tag',
    'generate release notes',
    'show a changelog without committing it',
  ],
  related: ['repository.changelog_add', 'release.create', 'repository.compare'],
});

const add = defineAction({
  id: 'repository.changelog_add',
  tool: 'gitlab_repository_changelog_add',
  title: 'Add to the changelog file',
  summary: 'Generate the changelog of a version from commit trailers and commit it to the changelog file.',
  effect: 'write',
  route: 'POST /projects/:project_id/repository/changelog',
  params: {
    ...changelogParams,
    branch: line('Branch to commit to. Default: the default branch.', { aliases: ['ref', 'branch_name'] }),
    file: filePath('Path of the changelog file. Default CHANGELOG.md.', { aliases: ['file_path', 'path'] }),
    message: commitMessage,
  },
  result: one('changelog'),
  words: [
    'update CHANGELOG.md',
    'write release notes',
    'update the changelog for a version',
    'commit the changelog',
    'write the changelog file',
  ],
  related: ['repository.changelog_generate', 'release.create'],
});

export const changelogs = [generate, add];
