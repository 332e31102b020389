import { id, line, namespace, required } from '../../field.ts';

/** What storage moves of projects, groups and snippets share. */
export const moveId = required(id('ID of the storage move.', { aliases: ['move_id', 'storage_move_id'] }));
export const destination = line('Storage to move to. Default: chosen by the weights of the instance.', {
  minLength: 1,
  aliases: ['destination', 'target_storage', 'storage'],
});
export const source = required(
  line('Storage that everything is moved away from.', { minLength: 1, aliases: ['source', 'from_storage'] }),
);

export const movedProject = required(
  namespace('Project: numeric ID or full path.', {
    names: 'project',
    numericOnly: true,
    aliases: ['project', 'project_path'],
  }),
);
export const movedGroup = required(
  namespace('Group: numeric ID or full path.', { names: 'group', numericOnly: true, aliases: ['group', 'group_path'] }),
);
export const movedSnippet = required(id('ID of the snippet.', { aliases: ['snippet'] }));
