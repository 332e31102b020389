import { describe, expect, test } from 'vitest';
import { renderCard, renderList } from './render.ts';

const person = { id: 'gid://gitlab/User/1', username: 'alice', name: 'Alice' };
const child = {
  id: 'gid://gitlab/WorkItem/101',
  iid: '8',
  title: 'Child | one',
  state: 'CLOSED',
  webUrl: 'https://gitlab.example/c',
  reference: 'acme/web#8',
  workItemType: { name: 'Task' },
};
const workItem = {
  id: 'gid://gitlab/WorkItem/100',
  iid: '7',
  title: 'Ship it',
  state: 'OPEN',
  confidential: true,
  webUrl: 'https://gitlab.example/w',
  reference: 'acme/web#7',
  workItemType: { name: 'Issue' },
  author: person,
  assignees: [person],
  labels: [{ id: 'gid://gitlab/Label/1', title: 'bug' }],
  dueDate: '2026-02-02',
  timeEstimate: 3600,
  totalTimeSpent: 0,
  parent: { iid: '1', title: 'Big', reference: 'acme&1', webUrl: 'https://gitlab.example/e' },
  children: { nodes: [child], pageInfo: { hasNextPage: true } },
  linkedItems: [{ linkType: 'is_blocked_by', workItem: child }],
};
const whole = { total: 1, hasMore: false };

describe('a work item', () => {
  const card = renderCard('work_item', workItem);

  test('is known by its reference, with what it is planned with', () => {
    expect(card).toMatch(/^## 🟢 acme\/web#7 Ship it\n/);
    expect(card).toContain('- **Parent**: [acme&1](https://gitlab.example/e) Big');
    expect(card).toContain('- **Estimate**: 1 h');
    expect(card).not.toContain('Time spent');
  });

  test('shows its children and links as tables, with the IDs a change takes', () => {
    const row =
      '[acme/web#8](https://gitlab.example/c) | gid://gitlab/WorkItem/101 | Child \\| one | Task | 🔴 CLOSED |';

    expect(card).toContain(`| ${row}`);
    expect(card).toContain(`| is blocked by | ${row}`);
  });

  test('is a row with its people, labels and day in a list', () => {
    expect(renderList('work_item', [workItem], whole)).toContain(
      '| [acme/web#7](https://gitlab.example/w) | gid://gitlab/WorkItem/100 | 🔒 Ship it | Issue | 🟢 OPEN | @alice | bug | 2 Feb 2026 |',
    );
  });
});

test('an epic of the older REST API reads like one of GraphQL', () => {
  const epic = {
    id: 29,
    iid: 4,
    parent_iid: 3,
    title: 'Epic',
    state: 'opened',
    web_url: 'https://gitlab.example/e/4',
    references: { full: 'acme&4' },
    labels: ['bug'],
  };

  expect(renderCard('epic', epic)).toMatch(/^## 🟢 acme&4 Epic\n[^]*- \*\*Labels\*\*: bug\n- \*\*Parent\*\*: &3\n/);
  expect(renderList('epic', [epic], whole)).toContain(
    '| [acme&4](https://gitlab.example/e/4) | 29 | Epic | 🟢 opened | bug |',
  );
});

test.each([
  [{ id: 1, label: { name: 'Doing' } }, 'Doing'],
  [{ id: 2, milestone: { title: 'v1' } }, 'v1'],
  [{ id: 3, list_type: 'closed' }, 'closed'],
])('a board list %j shows %s', (list, name) => {
  expect(renderCard('board_list', list)).toMatch(new RegExp(`^## Board list ${name}\n`));
});

test('an iteration of the REST API says its state in a word', () => {
  expect(renderCard('iteration', { id: 1, title: 'Sprint', state: 2 })).toContain('- **State**: current');
});
