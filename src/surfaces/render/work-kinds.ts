import { dateText } from './dates.ts';
import { quote } from './markdown.ts';
import {
  computed,
  countOf,
  date,
  type Kind,
  labelNames,
  longText,
  named,
  numbered,
  numberedAnywhere,
  onlyWhenTrue,
  ref,
  role,
  sha,
  state,
  text,
  user,
  users,
  web,
} from './kind.ts';
import { at, elements, isThing, plain, read, scalar, type Thing } from './thing.ts';
import { person, sign, stateText } from './words.ts';

/** Issues, merge requests and what people write about them. */
export const workKinds: Readonly<Record<string, Kind>> = {
  issue: {
    singular: 'issue',
    plural: 'issues',
    heading: (thing) => headline(thing, '#'),
    card: [
      text('ID', 'id'),
      text('IID', 'iid'),
      state('State', 'state'),
      text('Type', 'issue_type'),
      onlyWhenTrue('🔒 Confidential', 'confidential'),
      user('Author', 'author'),
      users('Assignees', 'assignees'),
      labelNames('Labels', 'labels'),
      ref('Milestone', 'milestone'),
      text('Weight', 'weight'),
      text('Health', 'health_status'),
      ref('Epic', 'epic'),
      date('Due', 'due_date'),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
      date('Closed', 'closed_at'),
      user('Closed by', 'closed_by'),
      countOf('Tasks done', 'task_completion_status.completed_count', 'task_completion_status.count'),
      text('Time spent', 'time_stats.human_total_time_spent'),
      text('Estimate', 'time_stats.human_time_estimate'),
      text('Comments', 'user_notes_count'),
      text('Merge requests', 'merge_requests_count'),
      text('Moved to', 'moved_to_id'),
      text('Reference', 'references.full'),
      text('Link type', 'link_type'),
      text('Link ID', 'issue_link_id'),
      web('URL', 'web_url'),
    ],
    columns: [
      ...numberedAnywhere('Issue', '#'),
      text('ID', 'id'),
      computed('Title', (thing) => `${marks(thing)}${scalar(read(thing, 'title'), 160)}`),
      state('State', 'state'),
      user('Author', 'author'),
      users('Assignees', 'assignees'),
      labelNames('Labels', 'labels'),
      date('Updated', 'updated_at'),
    ],
    parts: [longText('description')],
  },

  merge_request: {
    singular: 'merge request',
    plural: 'merge requests',
    heading: (thing) => headline(thing, '!'),
    card: [
      text('ID', 'id'),
      text('IID', 'iid'),
      state('State', 'state'),
      onlyWhenTrue('📝 Draft', 'draft'),
      computed('Branches', branches),
      user('Author', 'author'),
      users('Assignees', 'assignees'),
      users('Reviewers', 'reviewers'),
      labelNames('Labels', 'labels'),
      ref('Milestone', 'milestone'),
      text('Merge status', 'detailed_merge_status'),
      onlyWhenTrue('⚠️ Conflicts', 'has_conflicts'),
      text('Merge error', 'merge_error'),
      state('Pipeline', 'head_pipeline.status'),
      text('Pipeline ID', 'head_pipeline.id'),
      text('Changes', 'changes_count'),
      text('Discussions resolved', 'blocking_discussions_resolved'),
      onlyWhenTrue('Auto-merge', 'merge_when_pipeline_succeeds'),
      onlyWhenTrue('Squash', 'squash_on_merge'),
      text('Commits behind', 'diverged_commits_count'),
      sha('Head', 'sha'),
      sha('Merge commit', 'merge_commit_sha'),
      text('Project ID', 'project_id'),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
      date('Merged', 'merged_at'),
      user('Merged by', 'merge_user'),
      date('Closed', 'closed_at'),
      countOf('Tasks done', 'task_completion_status.completed_count', 'task_completion_status.count'),
      text('Comments', 'user_notes_count'),
      text('Reference', 'references.full'),
      web('URL', 'web_url'),
    ],
    columns: [
      ...numberedAnywhere('MR', '!'),
      text('ID', 'id'),
      computed('Title', (thing) => `${marks(thing)}${scalar(read(thing, 'title'), 160)}`),
      state('State', 'state'),
      user('Author', 'author'),
      computed('Branches', branches),
      labelNames('Labels', 'labels'),
      date('Updated', 'updated_at'),
    ],
    parts: [longText('description')],
  },

  note: {
    singular: 'comment',
    plural: 'comments',
    heading: (thing) => `Comment by ${person(read(thing, 'author'))}`,
    card: [
      text('ID', 'id'),
      user('Author', 'author'),
      role('Role of the author', 'author_access_level'),
      onlyWhenTrue('🔒 Internal', 'internal'),
      onlyWhenTrue('System', 'system'),
      computed('Resolved', resolution),
      user('Resolved by', 'resolved_by'),
      computed('On', place),
      date('Created', 'created_at'),
      computed('Updated', (thing) =>
        read(thing, 'updated_at') === read(thing, 'created_at') ? '' : dateText(read(thing, 'updated_at')),
      ),
      text('On type', 'noteable_type'),
      text('On IID', 'noteable_iid'),
      web('URL', 'url'),
    ],
    block: noteBlock,
    parts: [longText('body')],
  },

  commit_comment: {
    singular: 'commit comment',
    plural: 'commit comments',
    heading: (thing) => `Comment by ${person(read(thing, 'author'))}`,
    card: [
      user('Author', 'author'),
      role('Role of the author', 'author_access_level'),
      text('Path', 'path'),
      text('Line', 'line'),
      text('Side', 'line_type'),
      date('Created', 'created_at'),
    ],
    block: (thing) => {
      const path = scalar(read(thing, 'path'), 300);
      const at = path === '' ? '' : `${path}:${scalar(read(thing, 'line'))}`;
      const facts = [authorRole(thing), at, dateText(read(thing, 'created_at'))];
      return `**${person(read(thing, 'author'))}** (${facts.filter((fact) => fact !== '').join(', ')})\n${quote(plain(read(thing, 'note')))}`;
    },
    parts: [longText('note')],
  },

  discussion: {
    singular: 'discussion',
    plural: 'discussions',
    heading: (thing) => `Discussion ${scalar(read(thing, 'id'), 60)}`,
    card: [
      computed('Comments', (thing) => String(elements(read(thing, 'notes')).length)),
      computed('State', threadState),
    ],
    block: discussionBlock,
    parts: [(thing) => elements(read(thing, 'notes')).filter(isThing).map(noteBlock).join('\n\n')],
  },

  draft_note: {
    singular: 'draft comment',
    plural: 'draft comments',
    heading: (thing) => `📝 Draft comment ${scalar(read(thing, 'id'))}`,
    card: [
      text('ID', 'id'),
      text('Discussion', 'discussion_id'),
      onlyWhenTrue('Resolves the discussion', 'resolve_discussion'),
      computed('On', place),
      text('Author ID', 'author_id'),
      text('Merge request ID', 'merge_request_id'),
    ],
    block: (thing) =>
      [`**📝 Draft ${scalar(read(thing, 'id'))}**${suffix(place(thing))}`, quote(plain(read(thing, 'note')))].join(
        '\n',
      ),
    parts: [longText('note')],
  },

  milestone: {
    singular: 'milestone',
    plural: 'milestones',
    heading: (thing) => headline(thing, '%'),
    card: [
      text('ID', 'id'),
      text('IID', 'iid'),
      state('State', 'state'),
      onlyWhenTrue('⚠️ Expired', 'expired'),
      date('Starts', 'start_date'),
      date('Due', 'due_date'),
      text('Project ID', 'project_id'),
      text('Group ID', 'group_id'),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
      web('URL', 'web_url'),
    ],
    columns: [
      numbered('Milestone', '%'),
      text('ID', 'id'),
      text('Title', 'title'),
      state('State', 'state'),
      date('Starts', 'start_date'),
      date('Due', 'due_date'),
    ],
    parts: [longText('description')],
  },

  label: {
    singular: 'label',
    plural: 'labels',
    heading: (thing) => scalar(read(thing, 'name')),
    card: [
      text('ID', 'id'),
      text('Color', 'color'),
      text('Description', 'description'),
      text('Priority', 'priority'),
      text('Open issues', 'open_issues_count'),
      text('Closed issues', 'closed_issues_count'),
      text('Open merge requests', 'open_merge_requests_count'),
      onlyWhenTrue('Archived', 'archived'),
      onlyWhenTrue('Subscribed', 'subscribed'),
    ],
    columns: [
      text('Label', 'name'),
      text('ID', 'id'),
      text('Color', 'color'),
      text('Description', 'description'),
      text('Open issues', 'open_issues_count'),
      text('Open MRs', 'open_merge_requests_count'),
    ],
  },

  board: {
    singular: 'board',
    plural: 'boards',
    heading: (thing) => scalar(read(thing, 'name')),
    card: [
      text('ID', 'id'),
      ref('Project', 'project'),
      ref('Group', 'group'),
      ref('Milestone', 'milestone'),
      labelNames('Labels', 'labels'),
    ],
    columns: [text('Board', 'name'), text('ID', 'id'), computed('Lists', boardLists)],
    parts: [(thing) => (boardLists(thing) === '' ? '' : `**Lists**: ${boardLists(thing)}`)],
  },

  award_emoji: {
    singular: 'emoji reaction',
    plural: 'emoji reactions',
    heading: (thing) => `:${scalar(read(thing, 'name'))}:`,
    card: [
      text('ID', 'id'),
      user('By', 'user'),
      text('On type', 'awardable_type'),
      text('On ID', 'awardable_id'),
      date('Given', 'created_at'),
    ],
    columns: [text('Emoji', 'name'), text('ID', 'id'), user('By', 'user'), date('Given', 'created_at')],
  },

  issue_link: {
    singular: 'issue link',
    plural: 'linked issues',
    heading: (thing) => `Issue link${suffix(scalar(read(thing, 'link_type')))}`,
    card: [
      text('Link ID', 'id'),
      text('Link type', 'link_type'),
      computed('From', (thing) => issueRef(read(thing, 'source_issue'))),
      computed('To', (thing) => issueRef(read(thing, 'target_issue'))),
    ],
    columns: [
      numbered('Issue', '#'),
      text('ID', 'id'),
      text('Link ID', 'issue_link_id'),
      text('Link', 'link_type'),
      text('Title', 'title'),
      state('State', 'state'),
      text('Reference', 'references.full'),
    ],
  },

  time_stats: {
    singular: 'time tracking',
    plural: 'time tracking',
    heading: () => 'Time tracking',
    card: [
      computed('Estimate', (thing) => timeOf(thing, 'human_time_estimate', 'time_estimate')),
      computed('Spent', (thing) => timeOf(thing, 'human_total_time_spent', 'total_time_spent')),
    ],
  },

  reviewer: {
    singular: 'reviewer',
    plural: 'reviewers',
    heading: (thing) => person(read(thing, 'user')),
    card: [user('User', 'user'), text('User ID', 'user.id'), state('State', 'state'), date('Asked', 'created_at')],
    columns: [user('User', 'user'), text('ID', 'user.id'), state('State', 'state'), date('Asked', 'created_at')],
  },

  approvals: approvals(),
  approval_state: approvals(),

  approval_rule: {
    singular: 'approval rule',
    plural: 'approval rules',
    heading: (thing) => scalar(read(thing, 'name')),
    card: [
      text('ID', 'id'),
      text('Type', 'rule_type'),
      text('Approvals required', 'approvals_required'),
      text('Approved', 'approved'),
      users('Approved by', 'approved_by'),
      users('Eligible', 'eligible_approvers'),
      labelNames('Groups', 'groups'),
      labelNames('Protected branches', 'protected_branches'),
    ],
    columns: [
      text('Rule', 'name'),
      text('ID', 'id'),
      text('Type', 'rule_type'),
      text('Required', 'approvals_required'),
      users('Approved by', 'approved_by'),
      users('Eligible', 'eligible_approvers'),
    ],
  },

  todo: {
    singular: 'to-do item',
    plural: 'to-do items',
    heading: (thing) => scalar(at(thing, 'target.title') ?? read(thing, 'body'), 160),
    card: [
      text('ID', 'id'),
      state('State', 'state'),
      text('Reason', 'action_name'),
      text('Target', 'target_type'),
      text('Target IID', 'target.iid'),
      ref('Project', 'project'),
      user('Author', 'author'),
      date('Created', 'created_at'),
      web('URL', 'target_url'),
    ],
    columns: [
      named('To-do', 'target_type', 'target_url'),
      text('ID', 'id'),
      text('IID', 'target.iid'),
      computed('Title', (thing) => scalar(at(thing, 'target.title') ?? read(thing, 'body'), 160)),
      text('Reason', 'action_name'),
      state('State', 'state'),
      ref('Project', 'project'),
      user('Author', 'author'),
      date('Created', 'created_at'),
    ],
  },

  event: {
    singular: 'event',
    plural: 'events',
    heading: (thing) => `${person(read(thing, 'author'))} ${scalar(read(thing, 'action_name'))}`,
    card: [
      text('ID', 'id'),
      user('Author', 'author'),
      text('Action', 'action_name'),
      text('Target', 'target_type'),
      text('Target IID', 'target_iid'),
      text('Title', 'target_title'),
      text('Ref', 'push_data.ref'),
      text('Commits', 'push_data.commit_count'),
      text('Project ID', 'project_id'),
      date('When', 'created_at'),
    ],
    columns: [
      date('When', 'created_at'),
      text('ID', 'id'),
      user('Author', 'author'),
      text('Action', 'action_name'),
      computed('Target', eventTarget),
      text('Project', 'project_id'),
    ],
  },

  label_event: resourceEvent('label event', 'label'),
  milestone_event: resourceEvent('milestone event', 'milestone'),
  iteration_event: resourceEvent('iteration event', 'iteration'),
  state_event: resourceEvent('state event', 'state'),
};

function headline(thing: Thing, prefix: string): string {
  const mark = sign(read(thing, 'state'));
  return `${mark}${mark === '' ? '' : ' '}${prefix}${scalar(read(thing, 'iid'))} ${scalar(read(thing, 'title'), 200)}`;
}

function marks(thing: Thing): string {
  const draft = read(thing, 'draft') === true ? '📝 ' : '';
  return read(thing, 'confidential') === true ? `${draft}🔒 ` : draft;
}

function branches(thing: Thing): string {
  const source = scalar(read(thing, 'source_branch'), 120);
  const target = scalar(read(thing, 'target_branch'), 120);
  return source === '' && target === '' ? '' : `${source} → ${target}`;
}

/** `path:line` of a comment on a diff, with the side it is on. */
function place(thing: Thing): string {
  const position = read(thing, 'position');
  if (!isThing(position)) return '';
  const newLine = scalar(read(position, 'new_line'));
  const line = newLine === '' ? scalar(read(position, 'old_line')) : newLine;
  const path = scalar(read(position, newLine === '' ? 'old_path' : 'new_path'), 200);
  if (path === '') return '';
  return line === '' ? path : `${path}:${line}${newLine === '' ? ' (old)' : ''}`;
}

function resolution(thing: Thing): string {
  if (read(thing, 'resolvable') !== true) return '';
  return read(thing, 'resolved') === true ? '✅' : '❌';
}

function noteBlock(thing: Thing): string {
  const role = authorRole(thing);
  const facts = [
    `ID ${scalar(read(thing, 'id'))}`,
    role,
    dateText(read(thing, 'created_at')),
    read(thing, 'internal') === true || read(thing, 'confidential') === true ? '🔒 internal' : '',
    read(thing, 'system') === true ? 'system' : '',
    read(thing, 'resolvable') === true ? (read(thing, 'resolved') === true ? '✅ resolved' : 'unresolved') : '',
    place(thing),
  ].filter((fact) => fact !== '');
  const body = read(thing, 'body');
  return `**${person(read(thing, 'author'))}** (${facts.join(', ')})\n${typeof body === 'string' ? quote(body) : ''}`.trimEnd();
}

/** What stands behind the words of a note: `role owner`, `role none` of who is no member. */
function authorRole(thing: Thing): string {
  const role = scalar(read(thing, 'author_access_level'), 60);
  return role === '' ? '' : `role ${role}`;
}

function threadState(thing: Thing): string {
  const notes = elements(read(thing, 'notes')).filter(isThing);
  const resolvable = notes.filter((note) => read(note, 'resolvable') === true);
  if (resolvable.length === 0) return '';
  return resolvable.every((note) => read(note, 'resolved') === true) ? '✅ resolved' : '🟡 unresolved';
}

function discussionBlock(thing: Thing): string {
  const head = `### Discussion ${scalar(read(thing, 'id'), 60)}${suffix(threadState(thing))}`;
  return [head, ...elements(read(thing, 'notes')).filter(isThing).map(noteBlock)].join('\n\n');
}

function suffix(shown: string): string {
  return shown === '' ? '' : ` (${shown})`;
}

function boardLists(thing: Thing): string {
  return elements(read(thing, 'lists'))
    .map((list) => `${scalar(at(list, 'label.name') ?? read(list, 'list_type'), 80)} (ID ${scalar(read(list, 'id'))})`)
    .join(', ');
}

function issueRef(issue: unknown): string {
  const full = scalar(at(issue, 'references.full'));
  const name = full === '' ? `#${scalar(read(issue, 'iid'))}` : full;
  return isThing(issue) ? `${name} ${scalar(read(issue, 'title'), 160)} ${stateText(read(issue, 'state'))}`.trim() : '';
}

function timeOf(thing: Thing, human: string, raw: string): string {
  const shown = scalar(read(thing, human));
  const count = scalar(read(thing, raw));
  return shown === '' ? (count === '' ? '' : `${count} s`) : `${shown} (${count} s)`;
}

function eventTarget(thing: Thing): string {
  const branch = scalar(at(thing, 'push_data.ref'), 120);
  if (branch !== '') return `${branch} ${scalar(at(thing, 'push_data.commit_title'), 120)}`.trim();
  const type = scalar(read(thing, 'target_type'));
  const iid = scalar(read(thing, 'target_iid'));
  return `${type}${iid === '' ? '' : ` ${iid}`} ${scalar(read(thing, 'target_title'), 120)}`.trim();
}

function approvals(): Kind {
  return {
    singular: 'approval state',
    plural: 'approval states',
    heading: (thing) => {
      const iid = scalar(read(thing, 'iid'));
      return iid === '' ? 'Approvals' : `Approvals of !${iid}`;
    },
    card: [
      text('ID', 'id'),
      text('Approved', 'approved'),
      state('State', 'state'),
      text('Required', 'approvals_required'),
      text('Left', 'approvals_left'),
      users('Approved by', 'approved_by'),
      users('Suggested', 'suggested_approvers'),
      text('You approved', 'user_has_approved'),
      text('You may approve', 'user_can_approve'),
      text('Source', 'source'),
      text('Merge status', 'merge_status'),
    ],
    parts: [
      (thing) =>
        elements(read(thing, 'rules'))
          .map(
            (rule) =>
              `- **${scalar(read(rule, 'name'), 120)}** (ID ${scalar(read(rule, 'id'))}): ${scalar(read(rule, 'approvals_required'))} required, approved ${scalar(read(rule, 'approved'))}, by ${elements(
                read(rule, 'approved_by'),
              )
                .map(person)
                .join(', ')}`,
          )
          .join('\n'),
    ],
  };
}

function resourceEvent(singular: string, subject: string): Kind {
  const subjectCell = subject === 'state' ? state('State', 'state') : ref('Subject', subject);
  return {
    singular,
    plural: `${singular}s`,
    heading: (thing) => `${singular.charAt(0).toUpperCase()}${singular.slice(1)} ${scalar(read(thing, 'id'))}`,
    card: [
      text('ID', 'id'),
      user('By', 'user'),
      text('Action', 'action'),
      subjectCell,
      text('On type', 'resource_type'),
      text('On ID', 'resource_id'),
      date('When', 'created_at'),
    ],
    columns: [date('When', 'created_at'), text('ID', 'id'), user('By', 'user'), text('Action', 'action'), subjectCell],
  };
}
