import type { IntegerField, NumberField } from './field.ts';
import { numberInGlobalId } from './global-id.ts';
import { type Coerced, Refused, refuse } from './refused.ts';

/** A number or its decimal text, blanks around it and one sigil before it (trap T-01). */
export function coerceInteger(field: IntegerField, value: unknown): Coerced | Refused {
  const bare =
    field.globalId !== undefined && typeof value === 'string' ? numberInGlobalId(field.globalId, value) : undefined;
  if (bare instanceof Refused) return bare;
  const parsed = parseInteger(field, bare ?? value);
  if (parsed === undefined) {
    const username = field.names === 'user' ? parseUsername(value) : undefined;
    if (username !== undefined) return { value: username };
    const kind = field.id === true && field.minimum !== 0 ? 'a positive whole number such as 7' : 'a whole number';
    const words = field.words === undefined ? '' : ` or one of ${Object.keys(field.words).join(', ')}`;
    const person = field.names === undefined ? '' : ' or a username';
    return refuse(value, `give ${kind}${words}${person}`);
  }
  if (field.minimum !== undefined && parsed < field.minimum) {
    return refuse(
      value,
      field.id === true && field.minimum > 0
        ? 'give a positive whole number'
        : `give a number of at least ${field.minimum}`,
    );
  }
  if (field.maximum !== undefined && parsed > field.maximum) {
    return field.clamp === true
      ? { value: field.maximum, note: `was lowered from ${parsed} to ${field.maximum}, the most GitLab gives at once` }
      : refuse(value, `give a number of at most ${field.maximum}`);
  }
  return { value: parsed };
}

/** A whole number of any size that can be told from its neighbours, or `undefined`. */
export function parseInteger(field: Pick<IntegerField, 'id' | 'words'>, value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  if (field.words !== undefined && Object.hasOwn(field.words, word)) return field.words[word];
  const digits = field.id === true ? text.replace(/^[#!&$]/, '') : text;
  if (!/^-?\d{1,16}$/.test(digits)) return undefined;
  const parsed = Number(digits);
  return Number.isSafeInteger(parsed) ? parsed : undefined;
}

/** What GitLab lets people be called, with a letter in it: a text of digits and signs is a number gone wrong. */
function parseUsername(value: unknown): string | undefined {
  const bare = typeof value === 'string' ? value.trim().replace(/^@/, '') : '';
  return /^(?=.*[a-z])[a-z0-9_][a-z0-9_.-]{0,254}$/i.test(bare) && !/^\d+[a-z]/i.test(bare) ? bare : undefined;
}

export function coerceNumber(field: NumberField, value: unknown): Coerced | Refused {
  const parsed = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (typeof parsed !== 'number' || !Number.isFinite(parsed)) return refuse(value, 'give a number');
  if (field.minimum !== undefined && parsed < field.minimum)
    return refuse(value, `give a number of at least ${field.minimum}`);
  if (field.maximum !== undefined && parsed > field.maximum)
    return refuse(value, `give a number of at most ${field.maximum}`);
  return { value: parsed };
}
