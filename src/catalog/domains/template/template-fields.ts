import { line, oneOf, required } from '../../field.ts';

export const templateKey = required(
  line('Key of the template, as the list shows it, such as Go or Node.', { minLength: 1, aliases: ['name', 'id'] }),
);

export const templateType = required(
  oneOf('Kind of template.', ['dockerfiles', 'gitignores', 'gitlab_ci_ymls', 'licenses', 'issues', 'merge_requests'], {
    aliases: ['type', 'kind'],
    synonyms: {
      dockerfile: 'dockerfiles',
      gitignore: 'gitignores',
      ci: 'gitlab_ci_ymls',
      gitlab_ci_yml: 'gitlab_ci_ymls',
      ci_yml: 'gitlab_ci_ymls',
      license: 'licenses',
      issue: 'issues',
      merge_request: 'merge_requests',
      mr: 'merge_requests',
    },
  }),
);

/** Filled in where a license leaves it open. */
export const copyrightHolder = line('Name of the copyright holder to fill in.', { aliases: ['full_name', 'author'] });
