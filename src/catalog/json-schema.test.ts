import { describe, expect, test } from 'vitest';
import { type Action, defineAction } from './action.ts';
import { date, flag, id, integer, line, list, object, oneOf, required } from './field.ts';
import { page, projectId } from './fields.ts';
import { fieldsSchema, paramsSchema } from './json-schema.ts';
import { nothing, one } from './result.ts';

describe('paramsSchema', () => {
  test('T-37: describes the params of an action as one closed object', () => {
    expect(paramsSchema(update, { tier: 'premium', yolo: false })).toEqual({
      type: 'object',
      properties: {
        project_id: { type: 'string', description: 'Project: numeric ID, full path such as group/project, or URL.' },
        thing_id: { type: 'integer', minimum: 1, description: 'ID of the thing.' },
        state: { type: 'string', enum: ['on', 'off'], description: 'Its state.' },
        due_date: { type: 'string', description: 'Due day, YYYY-MM-DD. Null clears it.' },
        weight: { type: 'integer', minimum: 0, maximum: 9, description: 'Weight.' },
        labels: {
          type: 'array',
          items: { type: 'string', description: 'Label.', maxLength: 255 },
          minItems: 1,
          description: 'Labels.',
        },
        position: {
          type: 'object',
          properties: { line: { type: 'integer', description: 'Line.' } },
          required: ['line'],
          additionalProperties: true,
          description: 'Where.',
        },
      },
      required: ['project_id', 'thing_id'],
      additionalProperties: false,
    });
  });

  test('leaves out what the tier does not have', () => {
    const schema = paramsSchema(update, { tier: 'free', yolo: false });

    expect(Object.keys(schema['properties'] as object)).toEqual([
      'project_id',
      'thing_id',
      'state',
      'due_date',
      'labels',
      'position',
    ]);
  });

  test('T-35: a page size that would be lowered is not refused by the schema', () => {
    expect(fieldsSchema({ per_page: page.per_page })['properties']).toEqual({
      per_page: { type: 'integer', minimum: 1, description: 'Items per page, 1 to 100. Default 20.' },
    });
  });

  test('marks a destructive action, in other words when nothing asks for confirmation', () => {
    const asked = paramsSchema(remove, { tier: 'free', yolo: false });
    const unasked = paramsSchema(remove, { tier: 'free', yolo: true });

    expect(asked['x_confirmation']).toContain('confirm set to true');
    expect(unasked['x_confirmation']).toContain('Runs at once');
    expect(paramsSchema(update, { tier: 'free', yolo: true })).not.toHaveProperty('x_confirmation');
  });

  test('is made once, frozen, and shares the schemas of shared fields', () => {
    const first = paramsSchema(update, { tier: 'free', yolo: false });
    const other = paramsSchema(remove, { tier: 'free', yolo: false });

    expect(paramsSchema(update, { tier: 'free', yolo: true })).toBe(first);
    expect(projectOf(first)).toBe(projectOf(other));
    expect(Object.isFrozen(first['properties'])).toBe(true);
    expect(Object.isFrozen(projectOf(first))).toBe(true);
  });
});

const update: Action = defineAction({
  id: 'thing.update',
  tool: 'gitlab_thing_update',
  title: 'Update a thing',
  summary: 'Update one thing of a project and return it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/things/:thing_id',
  params: {
    project_id: projectId,
    thing_id: required(id('ID of the thing.')),
    state: oneOf('Its state.', ['on', 'off']),
    due_date: date('Due day, YYYY-MM-DD.', { nullable: true }),
    weight: integer('Weight.', { minimum: 0, maximum: 9, tier: 'premium' }),
    labels: list('Labels.', line('Label.', { maxLength: 255 }), { minItems: 1 }),
    position: object(
      'Where.',
      { line: required(integer('Line.')), blamed: flag('Blamed.', { tier: 'ultimate' }) },
      { open: true },
    ),
  },
  result: one('thing'),
});

const remove: Action = defineAction({
  id: 'thing.delete',
  tool: 'gitlab_thing_delete',
  title: 'Delete a thing',
  summary: 'Delete one thing of a project for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/things',
  params: { project_id: projectId },
  result: nothing('thing'),
});

function projectOf(schema: Readonly<Record<string, unknown>>): unknown {
  return (schema['properties'] as Record<string, unknown>)['project_id'];
}
