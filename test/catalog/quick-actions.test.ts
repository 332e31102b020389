import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/catalog/action.ts';
import { domains } from '../../src/catalog/domains.ts';
import type { Field, Params } from '../../src/catalog/field.ts';
import { normalise } from '../../src/catalog/normalise.ts';
import { guardQuickActions } from '../../src/catalog/quick-actions.ts';
import { leastInput } from './example-input.ts';

const writes: readonly Action[] = domains.flat().filter(({ effect }) => effect !== 'read');

/** GitLab runs quick actions in the text of issues, merge requests, epics and other work items, and in comments on them and on commits. */
const runs = [
  ...['issue.create', 'issue.update', 'issue.work_item_create', 'issue.work_item_update'].map(
    (id) => `${id} description`,
  ),
  ...['merge_request.create', 'merge_request.update', 'group.epic_create', 'group.epic_update'].map(
    (id) => `${id} description`,
  ),
  ...['note_create', 'note_update', 'discussion_create', 'discussion_add_note', 'discussion_update_note'].flatMap(
    (action) => [`issue.${action} body`, `group.epic_${action} body`],
  ),
  ...['note_create', 'note_update', 'discussion_create', 'discussion_reply', 'discussion_note_update'].map(
    (action) => `mr_review.${action} body`,
  ),
  ...['draft_note_create', 'draft_note_update'].map((action) => `mr_review.${action} note`),
  'repository.commit_comment_create note',
  ...['create', 'add_note', 'update_note'].map((action) => `repository.commit_discussion_${action} body`),
];

/** What texts of a name are elsewhere, and why no line of them is a quick action. A text that no row describes fails the law. */
const neverRun: readonly (readonly [names: RegExp, actions: RegExp, why: string])[] = [
  [/^(?:(?:files|actions)\[\]\.)?content$/, /^(?:repository|snippet|wiki|group\.wiki)/, 'the text of a file or page'],
  [/content_base64$/, /./, 'bytes'],
  [/^(?:variables\[\]\.)?value$/, /^(?:job|pipeline|ci_variable)\./, 'the value of a variable'],
  [/message$/, /^(?:repository|tag|release|merge_request\.merge)/, 'the message of a commit or tag'],
  [/_template$/, /^(?:project|group|admin)\./, 'a template of messages'],
  [/^(?:certificate|key|license|redirect_uri|approval_password)$/, /./, 'no prose'],
  [/^(?:bio|note)$/, /^user\.(?:create|modify)$/, 'says something of a user'],
  [/^maintenance_note$/, /^(?:user\.create_runner|runner\.)/, 'says something of a runner'],
  [/^summary$/, /_spent_time_add$|\.spent_time_add$/, 'kept beside the time, not as a comment'],
  [/^suggestion$/, /^mr_review\./, 'goes into a fenced block, which is looked through with the comment it ends'],
  [/^comment$/, /^(?:vulnerability\.|environment\.deployment_)/, 'kept beside a decision, not as a comment'],
  [/^body$/, /^snippet\./, 'GitLab supports none on snippets'],
  [/^award_message$|^(?:attributes\[\]\.)?description$/, /^(?:achievement|security_|member_role)/, 'names a thing'],
  [/^description$/, /^(?:release|project|group|snippet|environment|feature_flags)\./, 'describes what has no comments'],
  [/^description$/, /^issue\.work_item_saved_view_/, 'describes a view'],
  [/./, /^admin\.(?:appearance|broadcast_message|topic)_/, 'shown to everybody, not on an item'],
];

const texts = writes.flatMap((action) => textsOf(action.params).map((name) => ({ id: action.id, name })));

describe('quick actions over the catalog', () => {
  test('T-79: every text of a write either runs quick actions, as its field says, or is known not to', () => {
    const flagged = writes.flatMap(({ id, params }) => flaggedOf(params).map((name) => `${id} ${name}`));
    const others = texts.filter(({ id, name }) => !flagged.includes(`${id} ${name}`));
    const unknown = others.filter(({ id, name }) => !neverRun.some(([names, ids]) => names.test(name) && ids.test(id)));

    expect(flagged.toSorted()).toEqual(runs.toSorted());
    expect(unknown).toEqual([]);
  });

  test('T-79: comments on what has quick actions are recognised by their route, whatever they are called', () => {
    const noteable =
      /\/(?:issues|merge_requests|repository\/commits)\/:\w+\/(?:notes|discussions|draft_notes|comments)\b/;
    const ofRoute = writes.flatMap(({ id, route = '', params }) =>
      noteable.test(route) ? textsOf(params).map((name) => `${id} ${name}`) : [],
    );

    expect(ofRoute.filter((key) => !key.endsWith(' suggestion') && !runs.includes(key))).toEqual([]);
  });

  test('T-79: every action with such a text can be told to let GitLab run them, and no other', () => {
    const able = writes.filter(({ params }) => params['allow_quick_actions'] !== undefined).map(({ id }) => id);

    expect(able.toSorted()).toEqual([...new Set(runs.map((key) => key.split(' ')[0] ?? ''))].toSorted());
  });

  test.each(runs)('T-79: %s is escaped unless it is allowed', (key) => {
    const [id, name = ''] = key.split(' ');
    const action = writes.find((each) => each.id === id);
    if (action === undefined) throw new Error(`there is no ${id}`);
    const given = { ...leastInput(action), [name]: 'Done.\n/close' };

    const guarded = guardQuickActions(action, normalise(action, given));
    const allowed = guardQuickActions(action, normalise(action, { ...given, allow_quick_actions: true }));

    expect(guarded.input[name]).toBe('Done.\n\\/close');
    expect(guarded.notes).toEqual([expect.stringContaining(`${name}: GitLab would run a line as quick action`)]);
    expect(allowed.input[name]).toBe('Done.\n/close');
    expect(allowed.notes).toEqual([expect.stringContaining(`${name}: GitLab runs a line as quick action`)]);
  });
});

/** Names of the texts in an input, as paths. */
function textsOf(params: Params, prefix = ''): readonly string[] {
  return Object.entries(params).flatMap(([name, field]) => textsIn(field, prefix + name));
}

function textsIn(field: Field, path: string): readonly string[] {
  switch (field.type) {
    case 'string':
      return field.form === 'text' && field.enum === undefined ? [path] : [];
    case 'array':
      return textsIn(field.items, `${path}[]`);
    case 'object':
      return textsOf(field.fields, `${path}.`);
    case 'integer':
    case 'number':
    case 'boolean':
      return [];
  }
}

/** The guard looks at the params themselves, so none may be deeper. */
function flaggedOf(params: Params): readonly string[] {
  return Object.entries(params).flatMap(([name, field]) =>
    field.type === 'string' && field.quickActions === true ? [name] : [],
  );
}
