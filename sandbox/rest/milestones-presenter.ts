import { type Milestone, isExpired } from '../world/milestones.ts';
import type { World } from '../world/world.ts';

export function presentMilestone(world: World, milestone: Milestone) {
  return {
    id: milestone.id,
    iid: milestone.iid,
    ...(milestone.projectId === null ? { group_id: milestone.groupId } : { project_id: milestone.projectId }),
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    created_at: milestone.createdAt,
    updated_at: milestone.updatedAt,
    due_date: milestone.dueDate,
    start_date: milestone.startDate,
    expired: isExpired(world, milestone),
    web_url: milestoneUrl(world, milestone),
  };
}

function milestoneUrl(world: World, { iid, projectId, groupId }: Milestone): string {
  const project = projectId === null ? undefined : world.projects.find(projectId);
  if (project !== undefined) return world.url(`/${project.fullPath}/-/milestones/${iid}`);
  const group = groupId === null ? undefined : world.groups.find(groupId);
  return world.url(`/groups/${group?.fullPath ?? ''}/-/milestones/${iid}`);
}
