import { dateText } from '../../surfaces/render/dates.ts';
import { code, inline, link, url } from '../../surfaces/render/markdown.ts';
import { at, elements, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { nameOf, person, roleText } from '../../surfaces/render/words.ts';
import { projectId } from '../arguments.ts';
import { facts, type Section, section } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import type { Reading, Source } from '../source.ts';
import { bullets, groupBy, rows } from '../sections/lists.ts';
import { onePage } from '../sections/merge-requests.ts';
import { dayOf } from '../sections/time.ts';

const workflowActions = [
  'project.get',
  'project.label_list',
  'project.milestone_list',
  'template.project_template_list',
] as const;

function readTemplates(source: Source, project_id: string) {
  const ofType = async (what: string, template_type: string): Promise<Reading | undefined> =>
    source.want(what, 'template.project_template_list', { project_id, template_type, ...onePage });
  return [ofType('issue templates', 'issues'), ofType('merge request templates', 'merge_requests')] as const;
}

function labelSection(heading: string, labels: Reading | undefined): Section | undefined {
  if (labels === undefined) return undefined;
  const bare = labels.items.filter((label) => plain(read(label, 'description')) === '');
  return section(`${heading} (${labels.count})`, [
    facts([['Without description', bare.length]]),
    rows(
      labels.items,
      [
        ['Label', (label) => inline(plain(read(label, 'name')), 120)],
        ['Description', (label) => inline(plain(read(label, 'description')), 160)],
        ['Open issues', (label) => plain(read(label, 'open_issues_count'))],
        ['From', (label) => (read(label, 'is_project_label') === false ? 'group' : 'project')],
      ],
      60,
    ),
  ]);
}

function milestoneSection(
  heading: string,
  readings: readonly (Reading | undefined)[],
  nowMs: number,
): Section | undefined {
  const found = readings.filter((reading) => reading !== undefined);
  if (found.length === 0) return undefined;
  const items = found.flatMap((reading) => reading.items);
  const active = items.filter((milestone) => read(milestone, 'state') === 'active');
  const isExpired = (milestone: Thing): boolean => {
    const due = plain(read(milestone, 'due_date'));
    return read(milestone, 'state') === 'active' && due !== '' && due < dayOf(nowMs);
  };
  return section(`${heading} (${items.length})`, [
    facts([
      ['Active', active.length],
      ['Closed', readings.length > 1 ? items.length - active.length : ''],
      ['Active without due date', active.filter((milestone) => plain(read(milestone, 'due_date')) === '').length],
      ['Active and expired', active.filter(isExpired).length],
    ]),
    rows(
      items,
      [
        ['Milestone', (milestone) => link(plain(read(milestone, 'title')), read(milestone, 'web_url'))],
        ['State', (milestone) => `${plain(read(milestone, 'state'))}${isExpired(milestone) ? ' ⚠️ expired' : ''}`],
        ['Due', (milestone) => dateText(read(milestone, 'due_date'))],
      ],
      30,
    ),
  ]);
}

function templateSection(
  heading: string,
  issues: Reading | undefined,
  mergeRequests: Reading | undefined,
): Section | undefined {
  if (issues === undefined && mergeRequests === undefined) return undefined;
  const namesOf = (reading: Reading | undefined): string =>
    reading === undefined
      ? 'not available'
      : reading.items.length === 0
        ? 'none'
        : `${reading.count}: ${reading.items.map(nameOf).slice(0, 20).join(', ')}`;
  return section(heading, [
    facts([
      ['Issue templates', namesOf(issues)],
      ['Merge request templates', namesOf(mergeRequests)],
    ]),
  ]);
}

export const auditProjectWorkflow = definePrompt({
  name: 'audit_project_workflow',
  description: 'Audit how a project organises work: labels, milestones and the templates of issues and merge requests.',
  icon: 'security',
  actions: workflowActions,
  maxRequests: 6,
  arguments: { project_id: projectId },
  async gather(source, { project_id }) {
    const milestones = async (state: string): Promise<Reading | undefined> =>
      source.want(`${state} milestones`, 'project.milestone_list', { project_id, state, ...onePage });
    const [found, labels, active, closed, issueTemplates, mergeRequestTemplates] = await Promise.all([
      source.need('project.get', { project_id }),
      source.want('labels', 'project.label_list', { project_id, with_counts: true, ...onePage }),
      milestones('active'),
      milestones('closed'),
      ...readTemplates(source, project_id),
    ]);
    return {
      title: `Workflow audit of ${inline(plain(read(found.one, 'path_with_namespace')), 200)}`,
      role: 'You audit how a project organises its work, and suggest only what would pay off for a project of this size.',
      sections: [
        labelSection('Labels', labels),
        milestoneSection('Milestones', [active, closed], source.nowMs),
        templateSection('Templates', issueTemplates, mergeRequestTemplates),
      ],
      task: 'Rate labels, milestones and templates each as good, usable or missing, with the evidence. Then propose at most five improvements ordered by use, each concrete enough to do at once: a description to write, a milestone to close, a template with its headings. Change nothing yourself.',
    };
  },
});

export const auditProjectFull = definePrompt({
  name: 'audit_project_full',
  description:
    'Audit a project as a whole: a scorecard, then settings, protection, access, labels, milestones, templates, webhooks and push rules.',
  icon: 'security',
  actions: [...workflowActions, 'branch.list_protected', 'project.members', 'project.hook_list'],
  optionalActions: ['project.push_rule_get'],
  maxRequests: 9,
  arguments: { project_id: projectId },
  async gather(source, { project_id }) {
    const [
      found,
      protectedBranches,
      members,
      labels,
      milestones,
      pushRules,
      hooks,
      issueTemplates,
      mergeRequestTemplates,
    ] = await Promise.all([
      source.need('project.get', { project_id, statistics: true }),
      source.want('branch protection', 'branch.list_protected', { project_id, ...onePage }),
      source.want('members', 'project.members', { project_id, ...onePage }),
      source.want('labels', 'project.label_list', { project_id, with_counts: true, ...onePage }),
      source.want('milestones', 'project.milestone_list', { project_id, state: 'active', ...onePage }),
      source.want(
        'push rules',
        'project.push_rule_get',
        { project_id },
        {
          absence: 'none are set, or the plan of this project has none',
        },
      ),
      source.want('webhooks', 'project.hook_list', { project_id, ...onePage }),
      ...readTemplates(source, project_id),
    ]);
    const project = found.one;
    const parts = { protectedBranches, labels, milestones, pushRules, hooks, issueTemplates, mergeRequestTemplates };
    return {
      title: `Audit of ${inline(plain(read(project, 'path_with_namespace')), 200)}`,
      role: 'You audit a project for its owners: safety first, then how well it supports the people who work on it.',
      sections: [
        scorecard(project, parts),
        settingsSection(project),
        protectionSection(protectedBranches),
        accessSection(members),
        labelSection('4. Labels', labels),
        milestoneSection('5. Active milestones', [milestones], source.nowMs),
        templateSection('6. Templates', issueTemplates, mergeRequestTemplates),
        hookSection(hooks),
        pushRuleSection(pushRules),
      ],
      task: 'Begin with an overall judgement in two sentences. Then the findings in a table ordered by severity (critical, high, medium, low): what, why it matters here, what to change and where. Judge by what the project is: a private experiment needs less than a public product. A ❓ in the scorecard means unknown, not wrong. Change nothing yourself.',
    };
  },
});

interface AuditParts {
  readonly protectedBranches: Reading | undefined;
  readonly labels: Reading | undefined;
  readonly milestones: Reading | undefined;
  readonly pushRules: Reading | undefined;
  readonly hooks: Reading | undefined;
  readonly issueTemplates: Reading | undefined;
  readonly mergeRequestTemplates: Reading | undefined;
}

/** Nine questions with yes, no, or nobody knows. */
function scorecard(project: Thing, parts: AuditParts): Section {
  const branch = plain(read(project, 'default_branch'));
  const some = (reading: Reading | undefined): boolean | undefined =>
    reading === undefined ? undefined : reading.items.length > 0;
  const checks: readonly (readonly [string, unknown])[] = [
    [
      'Default branch is protected',
      parts.protectedBranches?.items.some((rule) => coversBranch(plain(read(rule, 'name')), branch)),
    ],
    ['Merging needs a passed pipeline', read(project, 'only_allow_merge_if_pipeline_succeeds')],
    ['Merging needs resolved discussions', read(project, 'only_allow_merge_if_all_discussions_are_resolved')],
    ['Push rules are set', parts.pushRules === undefined ? undefined : Object.keys(parts.pushRules.one).length > 0],
    ['There are labels', some(parts.labels)],
    ['There are active milestones', some(parts.milestones)],
    ['There are issue templates', some(parts.issueTemplates)],
    ['There are merge request templates', some(parts.mergeRequestTemplates)],
    ['There are webhooks', some(parts.hooks)],
  ];
  return section('Scorecard', [
    rows(checks, [
      ['Check', ([check]) => check],
      ['Answer', ([, answer]) => (answer === true ? '✅ yes' : answer === false ? '❌ no' : '❓ unknown')],
    ]),
  ]);
}

/** Whether a rule of protection, which may hold `*`, covers a branch. */
function coversBranch(rule: string, branch: string): boolean {
  if (branch === '' || rule === '') return false;
  const [first = '', ...rest] = rule.split('*');
  if (rest.length === 0) return rule === branch;
  if (!branch.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let from = first.length;
  for (const part of rest) {
    const found = branch.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return branch.length - last.length >= from && branch.endsWith(last);
}

function yesNo(value: unknown): string {
  return value === true ? 'yes' : value === false ? 'no' : '';
}

function settingsSection(project: Thing): Section {
  const text = (key: string): string => inline(plain(read(project, key)).replaceAll('_', ' '), 120);
  return section('1. Settings', [
    facts([
      ['Visibility', text('visibility')],
      ['Archived', yesNo(read(project, 'archived'))],
      ['Default branch', code(plain(read(project, 'default_branch')), 120)],
      ['Merge method', text('merge_method')],
      ['Squash', text('squash_option')],
      ['Delete source branch by default', yesNo(read(project, 'remove_source_branch_after_merge'))],
      ['Pipeline must pass', yesNo(read(project, 'only_allow_merge_if_pipeline_succeeds'))],
      ['Discussions must be resolved', yesNo(read(project, 'only_allow_merge_if_all_discussions_are_resolved'))],
      ['CI configuration', code(plain(read(project, 'ci_config_path')), 200)],
      ['Shared runners', yesNo(read(project, 'shared_runners_enabled'))],
      ['Forking', text('forking_access_level')],
      [
        'Issues, wiki, snippets',
        [text('issues_access_level'), text('wiki_access_level'), text('snippets_access_level')]
          .filter((each) => each !== '')
          .join(', '),
      ],
      ['Commits', plain(at(project, 'statistics.commit_count'))],
      [
        'Storage',
        plain(at(project, 'statistics.storage_size')) === ''
          ? ''
          : `${plain(at(project, 'statistics.storage_size'))} bytes`,
      ],
    ]),
  ]);
}

function protectionSection(rules: Reading | undefined): Section | undefined {
  if (rules === undefined) return undefined;
  const levels = (rule: Thing, key: string): string =>
    elements(read(rule, key))
      .map((level) => inline(plain(read(level, 'access_level_description')) || plain(read(level, 'access_level')), 60))
      .join(', ');
  return section(
    `2. Branch protection (${rules.count})`,
    [
      rows(rules.items, [
        ['Branch', (rule) => code(plain(read(rule, 'name')), 120)],
        ['May push', (rule) => levels(rule, 'push_access_levels')],
        ['May merge', (rule) => levels(rule, 'merge_access_levels')],
        ['Force push', (rule) => (read(rule, 'allow_force_push') === true ? '⚠️ allowed' : 'no')],
        ['Code owners must approve', (rule) => yesNo(read(rule, 'code_owner_approval_required'))],
      ]),
    ],
    'No branch is protected.',
  );
}

const mostNamed = 25;

function byAccess(a: Thing, b: Thing): number {
  return Number(read(b, 'access_level')) - Number(read(a, 'access_level'));
}

function accessSection(members: Reading | undefined): Section | undefined {
  if (members === undefined) return undefined;
  const { items } = members;
  const strong = items.filter((member) => Number(read(member, 'access_level')) >= 40);
  const inactive = items.filter((member) => plain(read(member, 'state')) !== 'active');
  return section(`3. Access (${members.count})`, [
    rows(
      [...groupBy(items.toSorted(byAccess), (member) => roleText(read(member, 'access_level')))],
      [
        ['Access', ([role]) => role],
        ['Members', ([, group]) => String(group.length)],
      ],
    ),
    facts([
      ['Maintainers and owners', strong.slice(0, mostNamed).map(person).join(', ')],
      ['Not active', inactive.slice(0, mostNamed).map(person).join(', ')],
    ]),
  ]);
}

function hookSection(hooks: Reading | undefined): Section | undefined {
  if (hooks === undefined) return undefined;
  return section(`7. Webhooks (${hooks.count})`, [
    rows(hooks.items, [
      ['URL', (hook) => url(withoutQuery(plain(read(hook, 'url'))))],
      ['Verifies TLS', (hook) => (read(hook, 'enable_ssl_verification') === false ? '⚠️ no' : 'yes')],
      ['Status', (hook) => inline(plain(read(hook, 'alert_status')), 60)],
      ['Events', (hook) => eventNames(hook)],
    ]),
  ]);
}

/** Where a hook goes; what follows the path, or stands before the host, may be a secret. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/@]*@/i, '$1');
}

function eventNames(hook: Thing): string {
  return Object.keys(hook)
    .filter((key) => key.endsWith('_events') && read(hook, key) === true)
    .map((key) => inline(key.slice(0, -'_events'.length).replaceAll('_', ' '), 40))
    .join(', ');
}

function pushRuleSection(rules: Reading | undefined): Section | undefined {
  if (rules === undefined) return undefined;
  const lines = Object.entries(rules.one)
    .filter(
      ([key, value]) =>
        !['id', 'project_id', 'created_at'].includes(key) &&
        value !== null &&
        value !== '' &&
        value !== false &&
        value !== 0,
    )
    .map(
      ([key, value]) => `${inline(key.replaceAll('_', ' '), 60)}: ${value === true ? 'yes' : code(plain(value), 200)}`,
    );
  return section('8. Push rules', [bullets(lines)]);
}
