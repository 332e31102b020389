import type { Action } from './action.ts';
import type { Field, Params, Tier } from './field.ts';

/** JSON Schema as it goes on the wire. Deeply frozen when it comes from here. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface SchemaOptions {
  /** Fields of higher tiers are left out. */
  readonly tier: Tier;
  /** Whether a destructive action runs without being confirmed; its schema then says so. */
  readonly yolo: boolean;
}

const confirmNeeded =
  'Destructive. Ask the user first, then call with confirm set to true. Without it nothing is done.';
const confirmOff = 'Destructive. Runs at once, the operator of this server has switched confirmation off.';

/**
 * The schema of an action's params: the part of JSON Schema 2020-12 that the strictest clients take. One `type` per
 * value, no composition, no references, no formats, so "one of a or b" is left to the normaliser (traps T-37, T-38).
 * Made once per action and kind of policy.
 */
export function paramsSchema(action: Action, { tier, yolo }: SchemaOptions): JsonSchema {
  const unasked = action.effect === 'destroy' && yolo;
  const cache = unasked ? unaskedSchemas : actionSchemas;
  const known = cache[tier].get(action);
  if (known !== undefined) return known;
  const schema = Object.freeze({
    ...objectSchema(action.params, tier, false),
    ...(action.effect === 'destroy' ? { x_confirmation: unasked ? confirmOff : confirmNeeded } : {}),
  });
  cache[tier].set(action, schema);
  return schema;
}

/** The schema of a set of fields that is no action's: the arguments of a tool of our own. */
export function fieldsSchema(fields: Params): JsonSchema {
  return objectSchema(fields, 'ultimate', false);
}

type PerTier<Key extends WeakKey> = Readonly<Record<Tier, WeakMap<Key, JsonSchema>>>;

const actionSchemas: PerTier<Action> = { free: new WeakMap(), premium: new WeakMap(), ultimate: new WeakMap() };
const unaskedSchemas: PerTier<Action> = { free: new WeakMap(), premium: new WeakMap(), ultimate: new WeakMap() };
/** Shared fields become shared schemas, however many actions name them. */
const fieldSchemas: PerTier<Field> = { free: new WeakMap(), premium: new WeakMap(), ultimate: new WeakMap() };

const tierRank: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

function objectSchema(params: Params, tier: Tier, open: boolean): JsonSchema {
  const fields = Object.entries(params).filter(([, field]) => tierRank[field.tier ?? 'free'] <= tierRank[tier]);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  return Object.freeze({
    type: 'object',
    properties: Object.freeze(Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field, tier)]))),
    ...(required.length === 0 ? {} : { required: Object.freeze(required) }),
    additionalProperties: open,
  });
}

function fieldSchema(field: Field, tier: Tier): JsonSchema {
  const known = fieldSchemas[tier].get(field);
  if (known !== undefined) return known;
  const schema = Object.freeze({ ...typeSchema(field, tier), description: describe(field) });
  fieldSchemas[tier].set(field, schema);
  return schema;
}

function typeSchema(field: Field, tier: Tier): JsonSchema {
  switch (field.type) {
    case 'string':
      // No `format`: a day is accepted where a time is meant, and some validators refuse formats they do not know.
      return {
        type: 'string',
        ...(field.enum === undefined ? {} : { enum: Object.freeze([...field.enum]) }),
        ...pick(field, ['minLength', 'maxLength']),
      };
    case 'integer':
      // A value above `maximum` that is lowered instead of refused is a valid one.
      return { type: 'integer', ...pick(field, field.clamp === true ? ['minimum'] : ['minimum', 'maximum']) };
    case 'number':
      return { type: 'number', ...pick(field, ['minimum', 'maximum']) };
    case 'boolean':
      return { type: 'boolean' };
    case 'array':
      return { type: 'array', items: fieldSchema(field.items, tier), ...pick(field, ['minItems', 'maxItems']) };
    case 'object':
    default:
      return objectSchema(field.fields, tier, field.open === true);
  }
}

/** Null is said in words: a second `type` is what strict clients stumble over. */
function describe({ description, nullable }: Field): string {
  return nullable === true && !/\bnull\b/i.test(description) ? `${description} Null clears it.` : description;
}

function pick<F extends Field>(field: F, keys: readonly (keyof F & string)[]): JsonSchema {
  return Object.fromEntries(keys.filter((key) => field[key] !== undefined).map((key) => [key, field[key]]));
}
