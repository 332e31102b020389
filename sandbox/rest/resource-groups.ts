import { notFound } from '../http/refusal.ts';
import { type Job, jobsOf } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { type ResourceGroup, processModes, resourceGroupsOf } from '../world/resource-groups.ts';
import type { Call } from './call.ts';
import { ciProject, ciProjectOfDevelopers } from './ci-access.ts';
import { presentJob } from './jobs-presenter.ts';
import { optional } from './params.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/resource_groups';

/** Groups of jobs that run one at a time. */
export const resourceGroups: Resource = {
  routes(routes) {
    const read = { permission: 'read_resource_group' } as const;
    routes.get(path, read, (call) => call.page(resourceGroupsOf(call.world, ciProject(call)), present));
    routes.get(`${path}/:key`, read, (call) => present(find(call, ciProject(call))));
    routes.get(`${path}/:key/upcoming_jobs`, read, (call) => {
      const project = ciProject(call);
      const found = jobsIn(call, project, ({ status }) => status === 'created' || status === 'waiting_for_resource');
      return call.page(found, (job) => presentJob(call, job));
    });
    routes.get(`${path}/:key/current_job`, read, (call) => {
      const [current] = jobsIn(call, ciProject(call), ({ status }) => status === 'pending' || status === 'running');
      if (current === undefined) throw notFound();
      return presentJob(call, current);
    });
    const params = { process_mode: optional.string({ values: processModes }) };
    routes.put(`${path}/:key`, { permission: 'update_resource_group', params }, (call) => {
      const group = find(call, ciProjectOfDevelopers(call));
      group.processMode = call.params.process_mode ?? group.processMode;
      group.updatedAt = call.now();
      return present(group);
    });
  },
};

function find(call: Call<unknown>, project: Project): ResourceGroup {
  const group = resourceGroupsOf(call.world, project).find(({ key }) => key === call.path('key'));
  if (group === undefined) throw notFound('Resource Group');
  return group;
}

function jobsIn(call: Call<unknown>, project: Project, isWanted: (job: Job) => boolean): Job[] {
  const { key } = find(call, project);
  return jobsOf(call.world, project).filter((job) => job.resourceGroup === key && !job.isRetried && isWanted(job));
}

function present(group: ResourceGroup) {
  return {
    id: group.id,
    key: group.key,
    process_mode: group.processMode,
    created_at: group.createdAt,
    updated_at: group.updatedAt,
  };
}
