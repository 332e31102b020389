import { bytesText } from '../../surfaces/render/dates.ts';
import { code, inline, url } from '../../surfaces/render/markdown.ts';
import { at, elements, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { person, roleText } from '../../surfaces/render/words.ts';
import { facts, type Section, section } from '../briefing.ts';
import type { Reading } from '../source.ts';
import { bullets, groupBy, rows } from '../sections/lists.ts';

export interface AuditParts {
  readonly protectedBranches: Reading | undefined;
  readonly labels: Reading | undefined;
  readonly milestones: Reading | undefined;
  readonly pushRules: Reading | undefined;
  readonly hooks: Reading | undefined;
  readonly issueTemplates: Reading | undefined;
  readonly mergeRequestTemplates: Reading | undefined;
}

/** Nine questions with yes, no, or nobody knows. */
export function scorecard(project: Thing, parts: AuditParts): Section {
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
export function coversBranch(rule: string, branch: string): boolean {
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

export function settingsSection(project: Thing): Section {
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
      ['Storage', bytesText(at(project, 'statistics.storage_size'))],
    ]),
  ]);
}

export function protectionSection(rules: Reading | undefined): Section | undefined {
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

export function accessSection(members: Reading | undefined): Section | undefined {
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

export function hookSection(hooks: Reading | undefined): Section | undefined {
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

export function pushRuleSection(rules: Reading | undefined): Section | undefined {
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
