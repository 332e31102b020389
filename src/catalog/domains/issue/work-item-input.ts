import type { Params } from '../../field.ts';
import { toVariable } from '../../graphql-variables.ts';
import { toGlobalId } from '../../global-id.ts';

type Input = Readonly<Record<string, unknown>>;

/** The widget each param belongs to, and its name there; GitLab takes a work item apart into them. */
const widgets: Readonly<Record<string, readonly [widget: string, name: string]>> = {
  description: ['descriptionWidget', 'description'],
  assignee_ids: ['assigneesWidget', 'assigneeIds'],
  label_ids: ['labelsWidget', 'labelIds'],
  add_label_ids: ['labelsWidget', 'addLabelIds'],
  remove_label_ids: ['labelsWidget', 'removeLabelIds'],
  milestone_id: ['milestoneWidget', 'milestoneId'],
  start_date: ['startAndDueDateWidget', 'startDate'],
  due_date: ['startAndDueDateWidget', 'dueDate'],
  weight: ['weightWidget', 'weight'],
  health_status: ['healthStatusWidget', 'healthStatus'],
  color: ['colorWidget', 'color'],
  parent_id: ['hierarchyWidget', 'parentId'],
  iteration_id: ['iterationWidget', 'iterationId'],
  crm_contact_ids: ['crmContactsWidget', 'contactIds'],
  status: ['statusWidget', 'status'],
};

/** Fields of the work item itself, and a widget that is one param. */
const own: Readonly<Record<string, string>> = {
  title: 'title',
  confidential: 'confidential',
  state_event: 'stateEvent',
  work_item_type_id: 'workItemTypeId',
  linked_items: 'linkedItemsWidget',
};

/** GitLab's own statuses have the same numbers everywhere. */
const statuses: Readonly<Record<string, number>> = { TODO: 1, IN_PROGRESS: 2, DONE: 3, WONT_DO: 4, DUPLICATE: 5 };

/** The input object of a mutation for what was given; params that are neither are the caller's business. */
export function toWorkItemInput(params: Params, input: Input): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const [param, given] of Object.entries(input)) {
    const field = params[param];
    if (field === undefined || given === undefined) continue;
    const value = param === 'status' ? statusId(given) : toVariable(field, given);
    const name = own[param];
    if (name !== undefined) built[name] = value;
    const place = widgets[param];
    if (place === undefined) continue;
    const [widget, key] = place;
    const known = built[widget];
    built[widget] = { ...(typeof known === 'object' ? known : {}), [key]: value };
  }
  return built;
}

function statusId(given: unknown): unknown {
  const number = typeof given === 'string' ? statuses[given] : undefined;
  return number === undefined ? given : toGlobalId('WorkItems::Statuses::SystemDefined::Status', number);
}
