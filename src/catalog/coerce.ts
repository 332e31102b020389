import { closest } from './closest.ts';
import type { Field, IntegerField, ListField, NumberField, StringField } from './field.ts';
import { decodeOnce } from './path-segment.ts';

/** Why a value is not accepted: the end of a sentence that starts with the field's name. */
export class Refused {
  readonly reason: string;
  /** Where inside the value, such as `[2]`; `''` for the value itself. */
  readonly at: string;

  constructor(reason: string, at = '') {
    this.reason = reason;
    this.at = at;
  }
}

export interface Coerced {
  readonly value: unknown;
  readonly note?: string;
}

/** One value in the form GitLab wants it, or the reason why it cannot be. Objects are the normaliser's business. */
export function coerce(field: Field, value: unknown): Coerced | Refused {
  switch (field.type) {
    case 'string':
      return coerceString(field, value);
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

function coerceString(field: StringField, value: unknown): Coerced | Refused {
  const text = toText(value);
  if (text === undefined) return refuse(value, adviceFor(field));
  if (field.enum !== undefined) return coerceEnum(field, field.enum, text);
  if (!text.isWellFormed()) return refuse(value, 'give valid Unicode text');
  if (field.idOr !== undefined) return coerceIdOr(field, field.idOr, text, value);
  const size = checkLength(field, text);
  if (size !== undefined) return size;
  switch (field.form) {
    case 'text':
      // GitLab stores neither NUL nor anything after it.
      return text.includes('\0') ? refuse(value, 'remove the NUL character') : { value: text };
    case 'line':
      return coerceLine(field, text);
    case 'namespace': {
      const name = readNamespace(field, text);
      return name === undefined ? refuse(value, adviceFor(field)) : { value: name };
    }
    case 'path':
      return coercePath(text);
    case 'date':
      return isDate(text.trim()) ? { value: text.trim() } : refuse(value, adviceFor(field));
    case 'datetime':
      return isDateTime(text.trim()) ? { value: text.trim() } : refuse(value, adviceFor(field));
  }
}

/** The accepted form, as a request. */
function adviceFor({ form, enum: values, names, idOr }: StringField): string {
  if (values !== undefined) return `give one of ${values.join(', ')}`;
  if (idOr !== undefined) return `give a positive whole number such as 7, or ${idOr.join(' or ')}`;
  switch (form) {
    case 'date':
      return 'give a date as YYYY-MM-DD';
    case 'datetime':
      return 'give a time as ISO 8601, such as 2026-01-31T08:00:00Z';
    case 'namespace':
      return `give the numeric ID or ${names === 'user' ? 'the username' : 'a full path such as group/project'}`;
    case 'path':
      return 'give a path from the root of the repository';
    case 'line':
    case 'text':
      return 'give a text';
  }
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return undefined;
}

function checkLength(field: StringField, text: string): Refused | undefined {
  if (field.minLength !== undefined && text.trim().length < field.minLength) return new Refused('must not be empty');
  if (field.maxLength !== undefined && text.length > field.maxLength) {
    return new Refused(`has ${text.length} characters, at most ${field.maxLength} are accepted`);
  }
  return undefined;
}

function coerceEnum(field: StringField, values: readonly string[], text: string): Coerced | Refused {
  const wanted = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const found =
    values.find((value) => value === text) ??
    values.find((value) => value.toLowerCase().replaceAll(/[\s-]+/g, '_') === wanted) ??
    synonymOf(field, wanted);
  if (found !== undefined) return { value: found };
  const [near] = closest(wanted, values, 2);
  return refuse(text, near === undefined ? adviceFor(field) : `${adviceFor(field)}, perhaps ${near}`);
}

function coerceIdOr(field: StringField, words: readonly string[], text: string, value: unknown): Coerced | Refused {
  const wanted = text.trim().toLowerCase();
  const word = words.find((word) => word.toLowerCase() === wanted);
  if (word !== undefined) return { value: word };
  const id = parseInteger({ id: true }, value);
  return id !== undefined && id > 0 ? { value: String(id) } : refuse(value, adviceFor(field));
}

function synonymOf(field: StringField, wanted: string): string | undefined {
  return field.synonyms !== undefined && Object.hasOwn(field.synonyms, wanted) ? field.synonyms[wanted] : undefined;
}

/** What a machine made: hashes, keys, secrets. None of its characters means anything to a URL. */
const machineMade = /^[\w.~:+=-]+$/;

function coerceLine(field: StringField, text: string): Coerced | Refused {
  if (field.slug === true) {
    const slug = text.trim();
    return machineMade.test(slug) ? { value: slug } : refuse(text, 'give it exactly as GitLab shows it');
  }
  return /[\0\r\n]/.test(text) ? refuse(text, 'give one line of text') : { value: text };
}

/** GitLab's own rule for path parts, and loose enough for old names. */
const namespacePart = /^[\p{L}\p{N}_.][\p{L}\p{N}_.\-+ ]*$/u;

/** A path given raw or already encoded is one and the same (trap T-10); nothing in it may leave its segment (T-09). */
function readNamespace(field: StringField, text: string): string | undefined {
  const decoded = decodeOnce(text.trim()).replace(/^\/+|\/+$/g, '');
  const digits = /^[#!&$]?(\d{1,16})$/.exec(decoded)?.[1];
  if (digits !== undefined) {
    const id = Number(digits);
    return Number.isSafeInteger(id) && id > 0 ? String(id) : undefined;
  }
  const bare = field.names === 'user' ? decoded.replace(/^@/, '') : decoded;
  const parts = bare.split('/');
  const isWellFormed = parts.every((part) => namespacePart.test(part) && part !== '.' && part !== '..');
  return isWellFormed && !isNumberGoneWrong(field, parts) ? bare : undefined;
}

/**
 * 7.5 and 1e3 are numbers gone wrong. 7abc is one as well where only a number is of use and where a path has a slash in it,
 * as that of a project does; groups and users may be called so (trap T-01).
 */
function isNumberGoneWrong(field: StringField, [first = '', ...rest]: readonly string[]): boolean {
  if (rest.length > 0) return false;
  if (/^[-+]?\d*\.?\d+(e[-+]?\d+)?$/i.test(first)) return true;
  return /^\d/.test(first) && (field.numericOnly === true || field.names === 'project');
}

/** A path inside a repository is taken literally: a file called `a%2Fb` stays reachable (trap T-10). */
function coercePath(text: string): Coerced | Refused {
  if (text.includes('\\')) return refuse(text, 'separate folders with /, not with a backslash');
  if (/\p{Cc}/u.test(text)) return refuse(text, 'give one line without control characters');
  const path = text.replace(/^\/+/, '').replace(/^(\.\/)+/, '');
  const parts = path.split('/');
  if (parts.includes('..') || decodeOnce(path).split('/').includes('..')) {
    return refuse(text, 'give a path from the root of the repository, without ..');
  }
  return { value: path };
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  if (isDate(text)) return true;
  return (
    /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.test(text) &&
    isDate(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text.replace(' ', 'T')))
  );
}

/** A number or its decimal text, blanks around it and one sigil before it (trap T-01). */
function coerceInteger(field: IntegerField, value: unknown): Coerced | Refused {
  const parsed = parseInteger(field, value);
  if (parsed === undefined) {
    const kind = field.id === true && field.minimum !== 0 ? 'a positive whole number such as 7' : 'a whole number';
    const words = field.words === undefined ? '' : ` or one of ${Object.keys(field.words).join(', ')}`;
    return refuse(value, `give ${kind}${words}`);
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

function parseInteger(field: Pick<IntegerField, 'id' | 'words'>, value: unknown): number | undefined {
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

function coerceNumber(field: NumberField, value: unknown): Coerced | Refused {
  const parsed = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (typeof parsed !== 'number' || !Number.isFinite(parsed)) return refuse(value, 'give a number');
  if (field.minimum !== undefined && parsed < field.minimum)
    return refuse(value, `give a number of at least ${field.minimum}`);
  if (field.maximum !== undefined && parsed > field.maximum)
    return refuse(value, `give a number of at most ${field.maximum}`);
  return { value: parsed };
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

function refuse(value: unknown, advice: string): Refused {
  return new Refused(`is ${show(value)}, ${advice}`);
}

/** The value as the caller wrote it, short enough for a sentence. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? typeof value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
