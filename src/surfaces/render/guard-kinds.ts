import { computed, date, type Kind, longText, named, onlyWhenTrue, ref, state, text, user, web } from './kind.ts';
import { link, quote } from './markdown.ts';
import { at, elements, plain, read, scalar, type Thing } from './thing.ts';
import { nameOf, roleText, stateText } from './words.ts';

/** What scanners found, what was recorded, and what keeps people from doing things. */
export const guardKinds: Readonly<Record<string, Kind>> = {
  vulnerability: {
    singular: 'vulnerability',
    plural: 'vulnerabilities',
    heading: (thing) => `${stateText(read(thing, 'severity'))} ${scalar(read(thing, 'title'), 200)}`.trim(),
    card: [
      text('ID', 'id'),
      state('Severity', 'severity'),
      state('State', 'state'),
      text('Report', 'report_type'),
      text('Scanner', 'scanner.name'),
      computed('Location', location),
      computed('Identifiers', (thing) => webNames(read(thing, 'identifiers'))),
      ref('Project', 'project'),
      onlyWhenTrue('False positive', 'false_positive'),
      onlyWhenTrue('Gone from the default branch', 'resolved_on_default_branch'),
      onlyWhenTrue('Has a fix', 'has_remediations'),
      text('Reason for dismissal', 'dismissal_reason'),
      text('Comment', 'state_comment'),
      date('Detected', 'detected_at'),
      date('Confirmed', 'confirmed_at'),
      user('Confirmed by', 'confirmed_by'),
      date('Dismissed', 'dismissed_at'),
      user('Dismissed by', 'dismissed_by'),
      date('Resolved', 'resolved_at'),
      user('Resolved by', 'resolved_by'),
      date('Updated', 'updated_at'),
      computed('Links', (thing) => webNames(read(thing, 'links'))),
      web('URL', 'web_url'),
    ],
    columns: [
      named('Vulnerability', 'title'),
      text('ID', 'id'),
      state('Severity', 'severity'),
      state('State', 'state'),
      text('Report', 'report_type'),
      computed('Location', location),
      text('Identifier', 'primary_identifier.name'),
      date('Detected', 'detected_at'),
    ],
    parts: [longText('description'), solution, issueLinks],
  },

  audit_event: {
    singular: 'audit event',
    plural: 'audit events',
    heading: (thing) => `Audit event ${scalar(read(thing, 'id'))}`,
    card: [
      text('ID', 'id'),
      text('Event', 'event_name'),
      computed('What', whatHappened),
      text('From', 'details.from'),
      text('To', 'details.to'),
      text('By', 'details.author_name'),
      text('Author ID', 'author_id'),
      text('Email', 'details.author_email'),
      text('Role of the author', 'details.author_class'),
      text('IP', 'details.ip_address'),
      text('Target', 'details.target_details'),
      text('Target type', 'details.target_type'),
      text('Target ID', 'details.target_id'),
      text('In', 'details.entity_path'),
      text('Entity type', 'entity_type'),
      text('Entity ID', 'entity_id'),
      date('When', 'created_at'),
    ],
    columns: [
      date('When', 'created_at'),
      text('ID', 'id'),
      computed('By', (thing) => scalar(at(thing, 'details.author_name') ?? read(thing, 'author_id'), 80)),
      text('Event', 'event_name'),
      computed('What', whatHappened),
      text('Target', 'details.target_details'),
      computed('In', (thing) => scalar(at(thing, 'details.entity_path') ?? read(thing, 'entity_type'), 120)),
      text('IP', 'details.ip_address'),
    ],
  },

  protected_environment: {
    singular: 'protected environment',
    plural: 'protected environments',
    heading: (thing) => `Protected environment ${scalar(read(thing, 'name'), 200)}`,
    card: [
      text('Name', 'name'),
      computed('Who deploys', (thing) => whoMay(read(thing, 'deploy_access_levels'))),
      text('Approvals', 'required_approval_count'),
      computed('Who approves', (thing) => whoMay(read(thing, 'approval_rules'))),
    ],
    columns: [
      text('Environment', 'name'),
      computed('Who deploys', (thing) => whoMay(read(thing, 'deploy_access_levels'))),
      text('Approvals', 'required_approval_count'),
      computed('Who approves', (thing) => whoMay(read(thing, 'approval_rules'))),
    ],
  },
};

/** Which fields tell depends on the scanner. */
function location(thing: Thing): string {
  const place = read(thing, 'location');
  const file = scalar(read(place, 'file'), 200);
  const [start, end] = [scalar(read(place, 'start_line')), scalar(read(place, 'end_line'))];
  const lines = start === '' ? '' : `:${start}${end === '' || end === start ? '' : `-${end}`}`;
  const parts = [
    file === '' ? '' : `${file}${lines}`,
    scalar(read(place, 'image'), 120),
    `${scalar(at(place, 'dependency.package.name'), 80)} ${scalar(at(place, 'dependency.version'), 40)}`.trim(),
    scalar(read(place, 'request_method')),
    `${scalar(read(place, 'hostname'), 120)}${scalar(read(place, 'path'), 120)}`,
    scalar(read(place, 'param'), 80),
    scalar(read(place, 'description'), 160),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function webNames(list: unknown): string {
  return elements(list)
    .map((one) => link(plain(read(one, 'name') ?? read(one, 'url')), read(one, 'url')))
    .join(', ');
}

function solution(thing: Thing): string {
  const value = read(thing, 'solution');
  return typeof value === 'string' && value !== '' ? `**Solution**\n\n${quote(value)}` : '';
}

function issueLinks(thing: Thing): string {
  const lines = elements(read(thing, 'issue_links')).map((one) => {
    const issue = read(one, 'issue');
    const title = `${scalar(read(issue, 'title'), 160)} ${stateText(read(issue, 'state'))}`;
    return `- ${link(`#${plain(read(issue, 'iid'))}`, read(issue, 'web_url'))} ${title} (${scalar(read(one, 'link_type')).toLowerCase()})`;
  });
  return lines.length === 0 ? '' : `**Issues**\n\n${lines.join('\n')}`;
}

/** GitLab has a sentence for some events, and a verb with its object for others. */
function whatHappened(thing: Thing): string {
  const details = read(thing, 'details');
  const message = scalar(read(details, 'custom_message'), 200);
  if (message !== '') return message;
  for (const verb of ['change', 'add', 'remove', 'action', 'as']) {
    const object = scalar(read(details, verb), 200);
    if (object !== '') return `${verb} ${object}`;
  }
  return '';
}

/** `Maintainers, group 10 (2 required)`: rules of who may, each with its ID, by which it is changed. */
function whoMay(rules: unknown): string {
  return elements(rules)
    .map((rule) => {
      const [user, group] = [scalar(read(rule, 'user_id')), scalar(read(rule, 'group_id'))];
      const who =
        scalar(read(rule, 'access_level_description'), 80) ||
        (user === '' ? (group === '' ? roleText(read(rule, 'access_level')) : `group ${group}`) : `user ${user}`);
      const count = scalar(read(rule, 'required_approvals'));
      return `${who || nameOf(rule)} (ID ${scalar(read(rule, 'id'))}${count === '' ? '' : `, ${count} required`})`;
    })
    .join(', ');
}
