import { describe, expect, test } from 'vitest';
import type { Action } from '../catalog/action.ts';
import { domains } from '../catalog/domains.ts';
import type { Outcome } from '../catalog/execute.ts';
import { senselessAfter } from './senseless.ts';

const actions: readonly Action[] = domains.flat();

describe('senselessAfter', () => {
  test.each(['merged', 'closed', 'locked'])('a %s merge request is not merged, rebased or approved', (state) => {
    const left = namedAfter('merge_request.get', { iid: 1, state });

    expect(left('merge_request.merge', 'merge_request.rebase', 'merge_request.approve')).toEqual([]);
    expect(left('merge_request.cancel_auto_merge', 'merge_request.unapprove')).toEqual([]);
    expect(left('mr_review.changes_get', 'merge_request.update')).toHaveLength(2);
  });

  test('auto-merge is cancelled only where it is set', () => {
    const open = namedAfter('merge_request.get', { state: 'opened', merge_when_pipeline_succeeds: false });
    const waiting = namedAfter('merge_request.merge', { state: 'opened', merge_when_pipeline_succeeds: true });

    expect(open('merge_request.merge', 'merge_request.cancel_auto_merge')).toEqual(['merge_request.merge']);
    expect(waiting('merge_request.merge', 'merge_request.cancel_auto_merge')).toHaveLength(2);
  });

  test.each([
    ['pipeline.get', { status: 'success' }, ['pipeline.wait', 'pipeline.cancel'], ['pipeline.retry', 'job.list']],
    ['pipeline.get', { status: 'running' }, ['pipeline.retry'], ['pipeline.wait', 'pipeline.cancel']],
    ['job.get', { status: 'failed' }, ['job.wait', 'job.cancel'], ['job.retry', 'job.trace']],
    ['job.wait', { job: { id: 1 }, final_status: 'failed' }, ['job.wait'], ['job.trace', 'pipeline.wait']],
    ['pipeline.wait', { pipeline: { id: 1 }, final_status: 'success' }, ['pipeline.wait'], ['job.list']],
  ])('after %s with %j', (id, value, ruledOut, kept) => {
    expect(namedAfter(id, value)(...ruledOut, ...kept)).toEqual(kept);
  });

  test.each([
    ['issue.delete', ['issue.get', 'issue.update', 'issue.note_list'], ['issue.list', 'issue.create']],
    ['branch.delete', ['branch.get'], ['branch.list', 'branch.delete_merged']],
    ['branch.unprotect', ['branch.get_protected'], ['branch.protect', 'branch.list_protected', 'branch.get']],
    ['project.delete', ['project.get', 'project.archive'], ['project.restore', 'project.list']],
    ['issue.note_delete', ['issue.note_update'], ['issue.note_list', 'issue.get']],
    ['merge_request.context_commits_delete', [], ['merge_request.context_commits_list']],
    ['project.push_rule_delete', ['project.push_rule_get'], ['project.push_rule_add']],
  ])('after %s what is gone is neither read nor changed', (id, ruledOut, kept) => {
    expect(namedAfter(id, undefined)(...ruledOut, ...kept)).toEqual(kept);
  });

  test('no deletion offers to get or update what it deleted', () => {
    const wrong = actions
      .filter(
        ({ effect, id, route }) => effect === 'destroy' && (route ?? '').startsWith('DELETE') && /delete/.test(id),
      )
      .flatMap((action) => {
        const left = namedAfter(action.id, undefined)(...(action.related ?? []));
        return left.filter((other) => /(?:get|update|edit)$/.test(other) && routeOf(other) === routeOf(action.id));
      });

    expect(wrong).toEqual([]);
  });

  test('results that rule nothing out, lists and failures of form leave everything', () => {
    expect(senselessAfter(outcome('issue.get', { state: 'closed' }))).toBeUndefined();
    expect(senselessAfter(outcome('merge_request.list', [{ state: 'merged' }]))).toBeUndefined();
    expect(senselessAfter(outcome('merge_request.get', null))).toBeUndefined();
    expect(senselessAfter(outcome('job.erase', { status: 'created' }))).toBeDefined();
  });
});

function outcome(id: string, value: unknown): Outcome {
  const action = actions.find((candidate) => candidate.id === id);
  if (action === undefined) throw new Error(`there is no action ${id}`);
  return { action, input: {}, kind: 'done', value, page: undefined, notes: [] };
}

/** Which of the given IDs still make sense. */
function namedAfter(id: string, value: unknown): (...ids: string[]) => string[] {
  const isSenseless = senselessAfter(outcome(id, value)) ?? (() => false);
  return (...ids) => ids.filter((other) => !isSenseless(outcome(other, undefined).action));
}

function routeOf(id: string): string {
  return (outcome(id, undefined).action.route ?? id).replace(/^\w+ /, '');
}
