import { durationText } from './dates.ts';
import {
  type Cell,
  computed,
  date,
  type Kind,
  labelNames,
  longText,
  onlyWhenTrue,
  ref,
  state,
  text,
  user,
  users,
  web,
} from './kind.ts';
import { link, table } from './markdown.ts';
import { at, elements, isThing, plain, read, scalar, type Thing } from './thing.ts';
import { sign, stateText } from './words.ts';

/** Work items and epics, in the form of GraphQL or of the older REST API, and what they are planned with. */
export const planningKinds: Readonly<Record<string, Kind>> = {
  work_item: planned('work item', 'work items', [text('Type', 'work_item_type.name')]),
  epic: planned('epic', 'epics', []),

  board_list: {
    singular: 'board list',
    plural: 'board lists',
    heading: (thing) => `Board list ${listName(thing)}`,
    card: [
      text('ID', 'id'),
      computed('Shows', listName),
      text('Position', 'position'),
      text('Most issues', 'max_issue_count'),
      text('Most weight', 'max_issue_weight'),
      text('Limited by', 'limit_metric'),
    ],
    columns: [
      computed('List', listName),
      text('ID', 'id'),
      text('Position', 'position'),
      text('Most issues', 'max_issue_count'),
      text('Most weight', 'max_issue_weight'),
    ],
  },

  iteration: {
    singular: 'iteration',
    plural: 'iterations',
    heading: (thing) => `Iteration ${scalar(read(thing, 'title') ?? read(thing, 'iid'), 200)}`,
    card: [
      text('ID', 'id'),
      text('IID', 'iid'),
      computed('State', iterationState),
      date('Start', 'start_date'),
      date('Due', 'due_date'),
      text('Group ID', 'group_id'),
      web('URL', 'web_url'),
    ],
    columns: [
      {
        label: 'Iteration',
        show: (thing) => link(plain(read(thing, 'title') ?? read(thing, 'iid')), read(thing, 'web_url')),
      },
      text('ID', 'id'),
      computed('State', iterationState),
      date('Start', 'start_date'),
      date('Due', 'due_date'),
    ],
    parts: [longText('description')],
  },

  merge_request_dependency: {
    singular: 'merge request dependency',
    plural: 'merge request dependencies',
    heading: (thing) => `Merge request dependency ${scalar(read(thing, 'id'))}`,
    card: [
      text('ID', 'id'),
      computed('Blocked by', (thing) => mergeRequestText(read(thing, 'blocking_merge_request'))),
      state('State of the blocking one', 'blocking_merge_request.state'),
      text('ID of the blocking one', 'blocking_merge_request.id'),
      text('Its project ID', 'blocking_merge_request.project_id'),
      computed('Blocks', (thing) => mergeRequestText(read(thing, 'blocked_merge_request'))),
    ],
    columns: [
      text('ID', 'id'),
      computed('Blocked by', (thing) => mergeRequestText(read(thing, 'blocking_merge_request'))),
      state('State', 'blocking_merge_request.state'),
      computed('Blocks', (thing) => mergeRequestText(read(thing, 'blocked_merge_request'))),
    ],
  },

  merge_train_car: {
    singular: 'merge train car',
    plural: 'merge train cars',
    heading: (thing) => `Merge train car ${scalar(read(thing, 'id'))}`,
    card: [
      text('ID', 'id'),
      state('Status', 'status'),
      computed('Merge request', (thing) => mergeRequestText(read(thing, 'merge_request'))),
      user('Added by', 'user'),
      text('Target branch', 'target_branch'),
      text('Pipeline ID', 'pipeline.id'),
      state('Pipeline', 'pipeline.status'),
      date('Added', 'created_at'),
      date('Merged', 'merged_at'),
    ],
    columns: [
      text('Car', 'id'),
      computed('Merge request', (thing) => mergeRequestText(read(thing, 'merge_request'))),
      state('Status', 'status'),
      user('Added by', 'user'),
      state('Pipeline', 'pipeline.status'),
      date('Added', 'created_at'),
    ],
  },
};

function planned(singular: string, plural: string, type: readonly Cell[]): Kind {
  return {
    singular,
    plural,
    heading(thing) {
      const mark = sign(read(thing, 'state'));
      return `${mark} ${reference(thing)} ${scalar(read(thing, 'title'), 200)}`.trim();
    },
    card: [
      text('ID', 'id'),
      text('IID', 'iid'),
      state('State', 'state'),
      ...type,
      text('Status', 'status.name'),
      onlyWhenTrue('🔒 Confidential', 'confidential'),
      user('Author', 'author'),
      users('Assignees', 'assignees'),
      labelNames('Labels', 'labels'),
      ref('Milestone', 'milestone'),
      ref('Iteration', 'iteration'),
      text('Weight', 'weight'),
      text('Health', 'health_status'),
      date('Start', 'start_date'),
      date('Due', 'due_date'),
      duration('Estimate', 'time_estimate'),
      duration('Time spent', 'total_time_spent'),
      computed('Parent', parent),
      text('Namespace', 'namespace.full_path'),
      text('Group ID', 'group_id'),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
      date('Closed', 'closed_at'),
      web('URL', 'web_url'),
    ],
    columns: [
      computed(singular.charAt(0).toUpperCase() + singular.slice(1), (thing) =>
        link(plainReference(thing), read(thing, 'web_url')),
      ),
      text('ID', 'id'),
      computed(
        'Title',
        (thing) => `${read(thing, 'confidential') === true ? '🔒 ' : ''}${scalar(read(thing, 'title'), 160)}`,
      ),
      ...type,
      state('State', 'state'),
      text('Status', 'status.name'),
      users('Assignees', 'assignees'),
      labelNames('Labels', 'labels'),
      date('Due', 'due_date'),
      date('Updated', 'updated_at'),
    ],
    parts: [longText('description'), children, linkedItems],
  };
}

/** Zero seconds is what GitLab has where nobody said anything. */
function duration(label: string, path: string): Cell {
  return computed(label, (thing) => (at(thing, path) === 0 ? '' : durationText(at(thing, path))));
}

function reference(thing: unknown): string {
  return scalar(plainReference(thing));
}

function plainReference(thing: unknown): string {
  const whole = plain(read(thing, 'reference') ?? at(thing, 'references.full'));
  return whole === '' ? `#${plain(read(thing, 'iid'))}` : whole;
}

function parent(thing: Thing): string {
  const above = read(thing, 'parent');
  if (isThing(above))
    return `${link(plainReference(above), read(above, 'web_url'))} ${scalar(read(above, 'title'), 160)}`;
  const iid = scalar(read(thing, 'parent_iid'));
  return iid === '' ? '' : `&${iid}`;
}

const itemHeads = ['Item', 'ID', 'Title', 'Type', 'State'] as const;

function itemRow(item: unknown): readonly string[] {
  return [
    link(plainReference(item), read(item, 'web_url')),
    scalar(read(item, 'id')),
    scalar(read(item, 'title'), 160),
    scalar(at(item, 'work_item_type.name')),
    stateText(read(item, 'state')),
  ];
}

function children(thing: Thing): string {
  const rows = table(itemHeads, elements(read(thing, 'children')).map(itemRow));
  return rows === '' ? '' : `**Children**\n\n${rows}`;
}

function linkedItems(thing: Thing): string {
  const rows = elements(read(thing, 'linked_items')).map((one) => [
    scalar(read(one, 'link_type'), 40).replaceAll('_', ' '),
    ...itemRow(read(one, 'work_item')),
  ]);
  return rows.length === 0 ? '' : `**Linked items**\n\n${table(['Link', ...itemHeads], rows)}`;
}

/** A list without a label is of a milestone, of a person, or one that every board has. */
function listName(thing: Thing): string {
  for (const path of [
    'label.name',
    'label.title',
    'milestone.title',
    'assignee.username',
    'iteration.title',
    'list_type',
  ]) {
    const name = scalar(at(thing, path), 120);
    if (name !== '') return name;
  }
  return scalar(read(thing, 'id'));
}

const iterationStates: Readonly<Record<number, string>> = { 1: 'upcoming', 2: 'current', 3: 'closed' };

/** REST tells the state by number. */
function iterationState(thing: Thing): string {
  const value = read(thing, 'state');
  return stateText(typeof value === 'number' ? (iterationStates[value] ?? value) : value);
}

function mergeRequestText(value: unknown): string {
  if (!isThing(value)) return '';
  return `${link(`!${plain(read(value, 'iid'))}`, read(value, 'web_url'))} ${scalar(read(value, 'title'), 160)}`;
}
