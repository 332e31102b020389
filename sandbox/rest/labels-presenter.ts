import { canReadIssue, canReadMergeRequests } from '../access/planning.ts';
import { issuesOf } from '../world/issues.ts';
import { type Label, textColor } from '../world/labels.ts';
import type { Viewer } from '../world/links.ts';
import { mergeRequestsOf } from '../world/merge-requests.ts';
import type { Project } from '../world/projects.ts';
import { escapeHtml } from './text-html.ts';

/** A label inside other things: resource events, board lists, issues with label details. */
export function presentLabelBasic(label: Label) {
  return {
    id: label.id,
    name: label.name,
    description: label.description,
    description_html: escapeHtml(label.description ?? ''),
    text_color: textColor(label.color),
    color: label.color,
    archived: label.archived,
  };
}

/** Labels of an issue or merge request when only details were asked for have no `archived`. */
export function presentLabelDetails(label: Label) {
  const { id, name, color, description, description_html, text_color } = presentLabelBasic(label);
  return { id, name, color, description, description_html, text_color };
}

export interface LabelOptions {
  /** Where the label is looked at; without it, in its group. */
  readonly project?: Project | undefined;
  readonly counts?: boolean | undefined;
}

export function presentLabel(viewer: Viewer, label: Label, { project, counts }: LabelOptions = {}) {
  return {
    ...presentLabelBasic(label),
    ...(counts === true ? countsOf(viewer, label, project) : {}),
    subscribed: viewer.user !== undefined && label.subscribers.has(viewer.user.id),
    ...(project === undefined
      ? {}
      : { priority: label.priorities.get(project.id) ?? null, is_project_label: label.projectId !== null }),
  };
}

function countsOf(viewer: Viewer, label: Label, project: Project | undefined) {
  const { world } = viewer;
  const projects = project === undefined ? world.projects.all() : [project];
  const counts = { open_issues_count: 0, closed_issues_count: 0, open_merge_requests_count: 0 };
  for (const each of projects) {
    for (const issue of issuesOf(world, each)) {
      if (!issue.labelIds.includes(label.id) || !canReadIssue(viewer, each, issue)) continue;
      if (issue.state === 'opened') counts.open_issues_count += 1;
      else counts.closed_issues_count += 1;
    }
    if (!canReadMergeRequests(viewer, each)) continue;
    counts.open_merge_requests_count += mergeRequestsOf(world, each).filter(
      ({ state, labelIds }) => state === 'opened' && labelIds.includes(label.id),
    ).length;
  }
  return counts;
}
