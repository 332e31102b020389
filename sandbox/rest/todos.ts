import { noRecord } from '../http/refusal.ts';
import type { Todo } from '../world/activity.ts';
import type { Viewer } from '../world/links.ts';
import { presentBasicGroup } from './groups-presenter.ts';
import { optional, requires } from './params.ts';
import { presentProjectIdentity } from './projects-presenter.ts';
import type { Resource } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

/** To-do items of the caller. */
export const todos: Resource = {
  routes(routes) {
    const filters = {
      action: optional.string(),
      author_id: optional.integer(),
      project_id: optional.integer(),
      group_id: optional.integer(),
      state: optional.string({ values: ['pending', 'done'], default: 'pending' }),
      type: optional.string(),
    };
    routes.get('/todos', { permission: 'read_todo', params: filters }, (call) => {
      const { params, me } = call;
      const fits = <T>(wanted: T | null | undefined, actual: T) =>
        wanted === undefined || wanted === null || wanted === actual;
      const found = call.world.todos
        .filter(
          (todo) =>
            todo.userId === me.id &&
            todo.state === params.state &&
            fits(params.action, todo.actionName) &&
            fits(params.author_id, todo.authorId) &&
            fits(params.project_id, todo.projectId) &&
            fits(params.group_id, todo.groupId) &&
            fits(params.type, todo.targetType),
        )
        .sort((a, b) => b.id - a.id);
      return call.page(found, (todo) => presentTodo(call, todo));
    });

    routes.post(
      '/todos/:id/mark_as_done',
      { permission: 'update_todo', params: { id: requires.integer() } },
      (call) => {
        const todo = call.world.todos.find(({ id, userId }) => id === call.params.id && userId === call.me.id);
        if (todo === undefined) throw noRecord();
        markDone(todo, call.now());
        return presentTodo(call, todo);
      },
    );

    routes.post('/todos/mark_as_done', { permission: 'update_todo', status: 204 }, (call) => {
      for (const todo of call.world.todos) {
        if (todo.userId === call.me.id && todo.state === 'pending') markDone(todo, call.now());
      }
    });
  },
};

function markDone(todo: Todo, now: string): void {
  todo.state = 'done';
  todo.updatedAt = now;
}

export function presentTodo(viewer: Viewer, todo: Todo) {
  const { world } = viewer;
  const project = todo.projectId === null ? undefined : world.projects.find(todo.projectId);
  const group = todo.groupId === null ? undefined : world.groups.find(todo.groupId);
  const about = world.links.todoTarget(viewer, todo);
  return {
    id: todo.id,
    ...(project === undefined ? {} : { project: presentProjectIdentity(world, project) }),
    ...(group === undefined ? {} : { group: { ...presentBasicGroup(world, group), full_path: group.fullPath } }),
    author: presentUserById(world, todo.authorId),
    action_name: todo.actionName,
    target_type: todo.targetType,
    target: about?.target ?? null,
    target_url: about?.url ?? world.settings.externalUrl,
    body: todo.body,
    state: todo.state,
    created_at: todo.createdAt,
    updated_at: todo.updatedAt,
  };
}
