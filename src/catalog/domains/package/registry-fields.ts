import { id, required } from '../../field.ts';

export const repositoryId = required(
  id('ID of the container repository, as package.registry_list_project shows it.', {
    aliases: ['id', 'registry_repository_id', 'repository'],
  }),
);
