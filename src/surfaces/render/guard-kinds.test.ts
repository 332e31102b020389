import { describe, expect, test } from 'vitest';
import { renderCard, renderList } from './render.ts';

describe('a vulnerability', () => {
  const vulnerability = {
    id: 'gid://gitlab/Vulnerability/3',
    title: 'SQL injection',
    severity: 'CRITICAL',
    state: 'DETECTED',
    webUrl: 'https://gitlab.example/v/3',
    scanner: { name: 'Semgrep' },
    identifiers: [{ name: 'CWE-89', url: 'https://cwe.example/89' }],
    location: { file: 'app/a.rb', startLine: '10', endLine: '12' },
    solution: 'Escape it.',
    issueLinks: {
      nodes: [
        {
          linkType: 'CREATED',
          issue: { iid: '7', title: 'Fix', state: 'opened', webUrl: 'https://gitlab.example/i/7' },
        },
      ],
    },
  };

  test('leads with how bad it is and where, and ends with what to do', () => {
    const card = renderCard('vulnerability', vulnerability);

    expect(card).toMatch(/^## 🔴 CRITICAL SQL injection\n/);
    expect(card).toContain('- **Location**: app/a.rb:10-12');
    expect(card).toContain('- **Identifiers**: [CWE-89](https://cwe.example/89)');
    expect(card).toContain('**Solution**\n\n> Escape it.');
    expect(card).toContain('- [#7](https://gitlab.example/i/7) Fix 🟢 opened (created)');
  });

  test.each([
    [{ image: 'web:1', dependency: { package: { name: 'zlib' }, version: '1.2' } }, 'web:1 zlib 1.2'],
    [{ hostname: 'https://x', path: '/login', requestMethod: 'POST', param: 'q' }, 'POST https://x/login q'],
    [{ file: 'a.rb', startLine: '3', endLine: '3' }, 'a.rb:3'],
  ])('has the location %j in its row', (location, shown) => {
    expect(renderList('vulnerability', [{ ...vulnerability, location }], { total: 1, hasMore: false })).toContain(
      ` | ${shown} |`,
    );
  });
});

test.each([
  [{ change: 'visibility', from: 'private', to: 'public' }, 'change visibility'],
  [{ custom_message: 'Added a key' }, 'Added a key'],
  [{ add: 'user_access' }, 'add user_access'],
])('an audit event with the details %j tells what happened', (details, what) => {
  expect(renderCard('audit_event', { id: 1, details })).toContain(`- **What**: ${what}\n`.trim());
});

test('a protected environment names who deploys and who approves, with the IDs a change takes', () => {
  const card = renderCard('protected_environment', {
    name: 'production',
    deploy_access_levels: [
      { id: 12, access_level: 40, access_level_description: 'Maintainers' },
      { id: 13, group_id: 5 },
    ],
    approval_rules: [{ id: 1, access_level: 30, required_approvals: 2 }],
  });

  expect(card).toContain('- **Who deploys**: Maintainers (ID 12), group 5 (ID 13)');
  expect(card).toContain('- **Who approves**: 30 (developer) (ID 1, 2 required)');
});
