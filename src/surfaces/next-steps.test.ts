import { describe, expect, test } from 'vitest';
import { type Action, defineAction } from '../catalog/action.ts';
import { Catalog } from '../catalog/catalog.ts';
import { domains } from '../catalog/domains.ts';
import type { Outcome } from '../catalog/execute.ts';
import type { Tier } from '../catalog/field.ts';
import { projectId } from '../catalog/fields.ts';
import { listOf, one } from '../catalog/result.ts';
import { CatalogView, type Policy } from '../catalog/view.ts';
import { NextSteps, nextStepsBlock } from './next-steps.ts';

const policy: Policy = {
  tier: 'free',
  gitlabCom: false,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

describe('NextSteps', () => {
  test('names what the view serves, under the names of the surface', () => {
    const steps = new NextSteps(view(), ({ tool }) => tool);

    expect(steps.bullets(outcomeOf(get))).toEqual([
      '- `gitlab_thing_list`: List things',
      '- `gitlab_note_list`: List notes',
      '- `gitlab_thing_delete`: Delete a thing',
    ]);
  });

  test('leaves out what a read-only deployment or a fine-grained token does not reach', () => {
    const reading = new NextSteps(view({ readOnly: true }), ({ id }) => id);
    const granted = new NextSteps(view(), ({ id }) => id);

    expect(reading.bullets(outcomeOf(get))).toEqual(['- `thing.list`: List things', '- `note.list`: List notes']);
    expect(
      granted.bullets(outcomeOf(get), { lists: ({ id }) => id === 'note.list', refusal: () => undefined }),
    ).toEqual(['- `note.list`: List notes']);
  });

  test('leaves out what makes no sense after the outcome', () => {
    const steps = new NextSteps(view(), ({ id }) => id);
    const remove = thing('delete', 'Delete a thing', {
      effect: 'destroy',
      related: ['thing.get', 'thing.list', 'note.list'],
    });

    expect(steps.bullets(outcomeOf(remove))).toEqual(['- `thing.list`: List things', '- `note.list`: List notes']);
  });
});

/** Results that rule out the most of what is related. */
const ruling: readonly unknown[] = [
  undefined,
  { state: 'merged' },
  { state: 'opened', merge_when_pipeline_succeeds: false },
  { status: 'success' },
  { status: 'running' },
  { final_status: 'success', pipeline: {} },
  { final_status: 'failed', job: {} },
];

describe.each<Tier>(['free', 'premium', 'ultimate'])('the catalog at the tier %s', (tier) => {
  const served = new CatalogView(new Catalog(domains.flat()), { ...policy, tier, gitlabCom: tier !== 'free' });
  const steps = new NextSteps(served, ({ id }) => id);

  test('has a next step after every action, whatever came of it', () => {
    const withoutAny = served.actions.filter((action) =>
      ruling.some((value) => steps.bullets({ ...outcomeOf(action), value }).length === 0),
    );

    expect(withoutAny.map(({ id }) => id)).toEqual([]);
  });
});

test('without anything to say there is no block', () => {
  expect(nextStepsBlock([])).toBe('');
  expect(nextStepsBlock(['- a'])).toBe('---\n\n💡 **Next steps:**\n- a');
});

function outcomeOf(action: Action): Outcome {
  return { action, input: {}, kind: 'done', value: { id: 1 }, page: undefined, notes: [] };
}

const get = thing('get', 'Get a thing', { related: ['thing.list', 'note.list', 'thing.delete', 'thing.gone'] });
const list = thing('list', 'List things', { result: listOf('thing') });

function view(changes: Partial<Policy> = {}) {
  const actions = [
    get,
    list,
    thing('delete', 'Delete a thing', { effect: 'destroy' }),
    { ...thing('list', 'List notes', { result: listOf('note') }), id: 'note.list', tool: 'gitlab_note_list' },
    {
      ...thing('list', 'List projects', { result: listOf('project') }),
      id: 'project.list',
      tool: 'gitlab_project_list',
    },
  ];
  return new CatalogView(new Catalog(actions), { ...policy, ...changes });
}

function thing(name: string, title: string, extra: Partial<Pick<Action, 'effect' | 'related' | 'result'>>): Action {
  return defineAction({
    id: `thing.${name}`,
    tool: `gitlab_thing_${name}`,
    title,
    summary: `${title} of a project.`,
    effect: 'read',
    route: 'GET /projects/:project_id/things',
    params: { project_id: projectId },
    result: one('thing'),
    ...extra,
  });
}
