import type { IssueChanges } from '../world/issuable-changes.ts';
import type { Issue } from '../world/issues.ts';
import { hasTier } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import type { HierarchyInput } from './hierarchy.ts';
import { fromGlobalId } from './ids.ts';
import type { WorkItem } from './work-item.ts';

/** What a mutation says of a work item, one widget for each aspect. */
export interface WidgetInputs {
  readonly descriptionWidget?: { readonly description?: string | null };
  readonly assigneesWidget?: { readonly assigneeIds?: readonly string[] };
  readonly labelsWidget?: {
    readonly labelIds?: readonly string[];
    readonly addLabelIds?: readonly string[];
    readonly removeLabelIds?: readonly string[];
  };
  readonly milestoneWidget?: { readonly milestoneId?: string | null };
  readonly startAndDueDateWidget?: { readonly startDate?: string | null; readonly dueDate?: string | null };
  readonly weightWidget?: { readonly weight?: number | null };
  readonly healthStatusWidget?: { readonly healthStatus?: string | null };
  readonly colorWidget?: { readonly color: string };
  readonly hierarchyWidget?: HierarchyInput;
}

export interface CreateInput extends WidgetInputs {
  readonly namespacePath?: string;
  readonly projectPath?: string;
  readonly title: string;
  readonly workItemTypeId: string;
  readonly description?: string;
  readonly confidential?: boolean;
  readonly linkedItemsWidget?: { readonly workItemsIds?: readonly string[]; readonly linkType?: string };
}

export interface UpdateInput extends WidgetInputs {
  readonly id: string;
  readonly title?: string;
  readonly confidential?: boolean;
  readonly stateEvent?: 'CLOSE' | 'REOPEN';
}

/** The changes that the widgets of a mutation ask for, as far as the licence has them. */
export function changesFrom(world: World, item: WorkItem, input: WidgetInputs): IssueChanges {
  const { labelsWidget: labels, startAndDueDateWidget: dates, milestoneWidget: milestone } = input;
  const ids = (given: readonly string[] | undefined) => (given ?? []).map((id) => fromGlobalId(id));
  const removed = ids(labels?.removeLabelIds);
  const added = [...ids(labels?.addLabelIds), ...ids(labels?.labelIds)];
  const health = input.healthStatusWidget?.healthStatus;
  return {
    ...(input.descriptionWidget?.description === undefined ? {} : { description: input.descriptionWidget.description }),
    ...(input.assigneesWidget?.assigneeIds === undefined
      ? {}
      : { assigneeIds: ids(input.assigneesWidget.assigneeIds) }),
    ...(labels === undefined
      ? {}
      : { labelIds: [...new Set([...item.labelIds, ...added])].filter((id) => !removed.includes(id)) }),
    ...(milestone?.milestoneId === undefined
      ? {}
      : { milestoneId: milestone.milestoneId === null ? null : fromGlobalId(milestone.milestoneId, 'Milestone') }),
    ...(dates?.startDate === undefined ? {} : { startDate: dates.startDate }),
    ...(dates?.dueDate === undefined ? {} : { dueDate: dates.dueDate }),
    ...(input.weightWidget?.weight === undefined || !hasTier(world.settings, 'premium')
      ? {}
      : { weight: input.weightWidget.weight }),
    ...(health === undefined || !hasTier(world.settings, 'ultimate') ? {} : { healthStatus: toHealth(health) }),
  };
}

function toHealth(given: string | null): Issue['healthStatus'] {
  if (given === 'onTrack') return 'on_track';
  if (given === 'needsAttention') return 'needs_attention';
  return given === 'atRisk' ? 'at_risk' : null;
}
