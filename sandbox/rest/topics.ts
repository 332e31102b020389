import { invalidRecord, noRecord } from '../http/refusal.ts';
import { defineState, type World } from '../world/world.ts';
import { optional, requires } from './params.ts';
import { type Resource, unjudged } from './routes.ts';

interface Topic {
  readonly id: number;
  name: string;
  title: string | null;
  description: string | null;
}

/** Topics that were made as such; those that projects merely carry are added when topics are listed. */
const topicsState = defineState(() => new Map<string, Topic>());

/** Topics of the instance, most used first. */
export const topics: Resource = {
  routes(routes) {
    const id = { id: requires.integer() };
    const open = { access: 'public', permission: unjudged } as const;
    routes.get(
      '/topics',
      { ...open, params: { search: optional.string(), without_projects: optional.boolean() } },
      (call) => {
        const { params, world } = call;
        const search = params.search?.toLowerCase() ?? '';
        const found = all(world)
          .map((topic) => ({ topic, count: projectCount(world, topic) }))
          .filter(
            ({ topic, count }) =>
              topic.name.toLowerCase().includes(search) && (params.without_projects !== true || count === 0),
          )
          .sort((a, b) => b.count - a.count || a.topic.id - b.topic.id);
        return call.page(found, ({ topic }) => present(world, topic));
      },
    );
    routes.get('/topics/:id', { ...open, params: id }, (call) => present(call.world, find(call.world, call.params.id)));

    const admin = { access: 'admin', boundary: 'instance' } as const;
    const fields = { title: optional.string(), description: optional.string(), avatar: optional.any() };
    routes.post(
      '/topics',
      { ...admin, permission: 'create_topic', params: { ...fields, name: requires.string() } },
      (call) => {
        const { name, title, description } = call.params;
        if (all(call.world).some((topic) => topic.name === name))
          throw invalidRecord({ name: ['has already been taken'] });
        const topic = add(call.world, name);
        topic.title = title ?? null;
        topic.description = description ?? null;
        return present(call.world, topic);
      },
    );
    routes.put(
      '/topics/:id',
      { ...admin, permission: 'update_topic', params: { ...id, ...fields, name: optional.string() } },
      (call) => {
        const topic = find(call.world, call.params.id);
        topic.name = call.params.name ?? topic.name;
        if (call.params.title !== undefined) topic.title = call.params.title;
        if (call.params.description !== undefined) topic.description = call.params.description;
        return present(call.world, topic);
      },
    );
    routes.delete('/topics/:id', { ...admin, permission: 'delete_topic', params: id }, (call) => {
      const topic = find(call.world, call.params.id);
      for (const project of call.world.projects.all())
        project.topics = project.topics.filter((name) => name !== topic.name);
      call.world.state(topicsState).delete(topic.name);
    });
  },
};

function all(world: World): Topic[] {
  const known = world.state(topicsState);
  for (const { topics: names } of world.projects.all())
    for (const name of names) if (!known.has(name)) add(world, name);
  return [...known.values()];
}

function add(world: World, name: string): Topic {
  const topic: Topic = { id: world.nextId('topic'), name, title: name, description: null };
  world.state(topicsState).set(name, topic);
  return topic;
}

function find(world: World, id: number): Topic {
  const topic = all(world).find((candidate) => candidate.id === id);
  if (topic === undefined) throw noRecord();
  return topic;
}

function projectCount(world: World, { name }: Topic): number {
  return world.projects.all().filter((project) => project.topics.includes(name)).length;
}

function present(world: World, topic: Topic) {
  return {
    id: topic.id,
    name: topic.name,
    title: topic.title,
    description: topic.description,
    total_projects_count: projectCount(world, topic),
    organization_id: 1,
    avatar_url: null,
  };
}
