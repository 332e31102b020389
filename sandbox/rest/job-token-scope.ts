import { canSeeGroup } from '../access/levels.ts';
import { badRequest, notFound } from '../http/refusal.ts';
import { Reply } from '../http/reply.ts';
import type { Project } from '../world/projects.ts';
import { type World, defineState } from '../world/world.ts';
import { requires } from './params.ts';
import { presentBasicProject } from './projects-presenter.ts';
import type { Resource } from './routes.ts';

interface Scope {
  isInboundLimited: boolean;
  readonly projectIds: Set<number>;
  readonly groupIds: Set<number>;
}

const scopesState = defineState(() => new Map<number, Scope>());

function scopeOf(world: World, project: Project): Scope {
  const state = world.state(scopesState);
  const known = state.get(project.id);
  if (known !== undefined) return known;
  const made: Scope = { isInboundLimited: true, projectIds: new Set([project.id]), groupIds: new Set() };
  state.set(project.id, made);
  return made;
}

const path = '/projects/:id/job_token_scope';

/** From which projects and groups CI jobs may use their token here. */
export const jobTokenScope: Resource = {
  routes(routes) {
    const read = { permission: 'read_job_token_scope', access: 'user' } as const;
    const write = 'update_job_token_scope';
    routes.get(path, read, (call) => {
      const project = call.project('maintainer');
      return {
        inbound_enabled: scopeOf(call.world, project).isInboundLimited,
        outbound_enabled: project.settings['ci_job_token_scope_enabled'],
      };
    });
    routes.patch(path, { permission: write, params: { enabled: requires.boolean() }, status: 204 }, (call) => {
      scopeOf(call.world, call.project('maintainer')).isInboundLimited = call.params.enabled;
      return new Reply(204, '');
    });

    routes.get(`${path}/allowlist`, read, (call) => {
      const { projectIds } = scopeOf(call.world, call.project('maintainer'));
      const found = [...projectIds].flatMap((id) => call.world.projects.find(id) ?? []);
      return call.page(found, (project) => presentBasicProject(call, project));
    });
    routes.post(
      `${path}/allowlist`,
      { permission: write, params: { target_project_id: requires.integer() } },
      (call) => {
        const project = call.project('maintainer');
        const id = call.params.target_project_id;
        const target = call.world.projects.find(id);
        if (target === undefined || !call.canSee(target)) throw notFound('Project');
        add(scopeOf(call.world, project).projectIds, id, 'Target project');
        return { source_project_id: project.id, target_project_id: id };
      },
    );
    routes.delete(`${path}/allowlist/:target_project_id`, { permission: write }, (call) => {
      const project = call.project('maintainer');
      const id = Number(call.path('target_project_id'));
      if (id === project.id) throw badRequest('Source project cannot be removed from the job token scope');
      remove(scopeOf(call.world, project).projectIds, id);
    });

    routes.get(`${path}/groups_allowlist`, read, (call) => {
      const { groupIds } = scopeOf(call.world, call.project('maintainer'));
      const found = [...groupIds].flatMap((id) => call.world.groups.find(id) ?? []);
      return call.page(found, ({ id, name, fullPath }) => ({
        id,
        web_url: call.world.url(`/groups/${fullPath}`),
        name,
      }));
    });
    routes.post(
      `${path}/groups_allowlist`,
      { permission: write, params: { target_group_id: requires.integer() } },
      (call) => {
        const project = call.project('maintainer');
        const id = call.params.target_group_id;
        const target = call.world.groups.find(id);
        if (target === undefined || !canSeeGroup(call, target)) throw notFound('Group');
        add(scopeOf(call.world, project).groupIds, id, 'Target group');
        return { source_project_id: project.id, target_group_id: id };
      },
    );
    routes.delete(`${path}/groups_allowlist/:target_group_id`, { permission: write }, (call) => {
      const project = call.project('maintainer');
      remove(scopeOf(call.world, project).groupIds, Number(call.path('target_group_id')));
    });
  },
};

function add(ids: Set<number>, id: number, thing: string): void {
  if (ids.has(id)) throw badRequest(`${thing} is already in the job token scope`);
  ids.add(id);
}

function remove(ids: Set<number>, id: number): void {
  if (!ids.delete(id)) throw notFound();
}
