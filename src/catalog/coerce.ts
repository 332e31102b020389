import { coerceInteger, coerceNumber } from './coerce-number.ts';
import { coerceText } from './coerce-text.ts';
import type { Field, ListField } from './field.ts';
import { type Coerced, Refused, refuse } from './refused.ts';

/** One value in the form GitLab wants it, or the reason why it cannot be. Objects are the normaliser's business. */
export function coerce(field: Field, value: unknown): Coerced | Refused {
  switch (field.type) {
    case 'string':
      return coerceText(field, value);
    case 'integer':
      return coerceInteger(field, value);
    case 'number':
      return coerceNumber(field, value);
    case 'boolean':
      return coerceBoolean(value);
    case 'array':
      return coerceList(field, value);
    case 'object':
      return { value };
  }
}

function coerceBoolean(value: unknown): Coerced | Refused {
  if (typeof value === 'boolean') return { value };
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === 'true' || text === '1' || text === 1) return { value: true };
  if (text === 'false' || text === '0' || text === 0) return { value: false };
  return refuse(value, 'give true or false');
}

/** A list, or one text that stands for it: never the single characters of a word (trap T-03). */
function coerceList(field: ListField, value: unknown): Coerced | Refused {
  const elements = toElements(field, value);
  if (elements === undefined) return refuse(value, 'give a list');
  const size = checkCount(field, elements.length);
  if (size !== undefined) return size;
  const values: unknown[] = [];
  const notes: string[] = [];
  for (const [index, element] of elements.entries()) {
    if (field.comma === true && typeof element === 'string' && element.includes(',')) {
      return refuse(element, 'GitLab separates the elements with commas, so none may contain one');
    }
    const result = coerce(field.items, element);
    if (result instanceof Refused) return new Refused(result.reason, `[${index}]${result.at}`);
    if (result.note !== undefined) notes.push(result.note);
    values.push(result.value);
  }
  return notes.length === 0 ? { value: values } : { value: values, note: notes.join('; ') };
}

/** Too few or too many elements, or `undefined`. */
export function checkCount(field: ListField, count: number): Refused | undefined {
  if (field.minItems !== undefined && count < field.minItems) {
    return new Refused(`needs at least ${field.minItems} element${field.minItems === 1 ? '' : 's'}`);
  }
  if (field.maxItems !== undefined && count > field.maxItems) {
    return new Refused(`has ${count} elements, at most ${field.maxItems} are accepted`);
  }
  return undefined;
}

function toElements(field: ListField, value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return [value];
  if (typeof value !== 'string') return undefined;
  const parsed = parseListText(value);
  if (parsed !== undefined) return parsed;
  if (field.split !== true) return [value];
  return value
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');
}

function parseListText(value: string): readonly unknown[] | undefined {
  if (!/^\s*\[.*\]\s*$/s.test(value)) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    // A text that merely looks like a list is a text.
    return undefined;
  }
}
