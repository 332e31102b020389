import { describe, expect, test } from 'vitest';
import type { Action } from '../catalog/action.ts';
import { domains } from '../catalog/domains.ts';
import type { Field, Tier } from '../catalog/field.ts';
import { normalise } from '../catalog/normalise.ts';
import { exampleParams } from './example.ts';

const actions: readonly Action[] = domains.flat();
const tiers: readonly Tier[] = ['free', 'premium', 'ultimate'];

describe('exampleParams', () => {
  test.each(actions.map((action) => [action.id, action] as const))('%s accepts its own example', (_id, action) => {
    for (const tier of tiers) {
      const { notes } = normalise(action, exampleParams(action, tier));

      expect(notes).toEqual([]);
    }
  });

  test.each([
    [
      'mr_review.discussion_create',
      {
        project_id: 'group/project',
        merge_request_iid: 12,
        body: 'Looks good, one question below.',
        path: 'src/app.ts',
        line: 18,
        side: 'new',
      },
    ],
    ['project.member_add', { project_id: 'group/project', access_level: 30, user_id: 42 }],
    ['repository.file_get', { project_id: 'group/project', file_path: 'docs/setup.md' }],
    ['branch.create', { project_id: 'group/project', branch_name: 'feature/login', ref: 'main' }],
    ['issue.emoji_issue_create', { project_id: 'group/project', issue_iid: 12, name: 'thumbsup' }],
    ['issue.update', { project_id: 'group/project', issue_iid: 12, title: 'Add a setup guide' }],
    [
      'repository.commit_create',
      {
        project_id: 'group/project',
        branch: 'feature/login',
        commit_message: 'Describe the setup',
        actions: [{ action: 'create', file_path: 'docs/setup.md', content: 'New content' }],
      },
    ],
  ])('%s is shown as someone would call it', (id, expected) => {
    expect(exampleParams(action(id), 'ultimate')).toEqual(expected);
  });

  test('a number that stands for a word is one of those, and a choice is a listed value', () => {
    for (const each of actions) {
      for (const [name, value] of Object.entries(exampleParams(each, 'ultimate'))) {
        const field: Field | undefined = each.params[name];
        if (field?.type === 'integer' && field.words !== undefined) expect(Object.values(field.words)).toContain(value);
        if (field?.type === 'string' && field.enum !== undefined) expect(field.enum).toContain(value);
      }
    }
  });
});

function action(id: string): Action {
  const found = actions.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`there is no action ${id}`);
  return found;
}
