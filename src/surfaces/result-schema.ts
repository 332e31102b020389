import type { JsonSchema } from './surface.ts';

/**
 * The envelope of every action's result, on every surface. Open on purpose: what comes back is GitLab's own object, and
 * GitLab adds fields as it likes.
 */
export const resultSchema: JsonSchema = Object.freeze({
  type: 'object',
  properties: {
    items: { type: 'array', description: 'Elements, when the action lists something.', items: {} },
    page: {
      type: 'object',
      description: 'Where the list stands: has_more, next_page, next_cursor or end_cursor, totals where known.',
      additionalProperties: true,
    },
    pagination: { type: 'object', additionalProperties: true },
    notes: { description: 'What was changed or left out, or the comments of a discussion.' },
    next_steps: { type: 'array', items: {} },
  },
  additionalProperties: true,
});
