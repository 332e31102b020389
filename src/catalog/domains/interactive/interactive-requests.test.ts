import { expect, test } from 'vitest';
import { recordRequests } from '../../../../test/support/record-requests.ts';
import { interactiveActions } from './interactive-actions.ts';

test.each([
  [
    'interactive.issue_create',
    { project_id: 'acme/site' },
    'issue.create',
    ['title'],
    ['confidential', 'description', 'labels'],
  ],
  [
    'interactive.mr_create',
    { project_id: 'acme/site' },
    'merge_request.create',
    ['source_branch', 'target_branch', 'title'],
    ['description', 'labels', 'remove_source_branch', 'squash'],
  ],
  [
    'interactive.project_create',
    {},
    'project.create',
    ['name'],
    ['default_branch', 'description', 'initialize_with_readme', 'visibility'],
  ],
  ['interactive.release_create', { project_id: 'acme/site' }, 'release.create', ['tag_name'], ['description', 'name']],
])('%s names the plain action and what it takes, and sends nothing', async (id, input, plain, demanded, asked) => {
  const action = interactiveActions.find((candidate) => candidate.id === id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const { sent, outcome } = await recordRequests(action, input);

  expect(sent).toEqual([]);
  const form = outcome?.value;
  expect(form).toMatchObject({ action: plain, given: input, message: expect.stringContaining(plain) });
  expect(namesIn(form, 'required')).toEqual(demanded);
  expect(namesIn(form, 'optional')).toEqual(asked);
});

function namesIn(form: unknown, key: string): readonly string[] {
  const part: unknown = typeof form === 'object' && form !== null ? Reflect.get(form, key) : undefined;
  return typeof part === 'object' && part !== null ? Object.keys(part).sort() : [];
}
