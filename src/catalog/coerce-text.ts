import { closest } from './closest.ts';
import { parseInteger } from './coerce-number.ts';
import type { StringField } from './field.ts';
import { coerceGlobalId, numberInGlobalId } from './global-id.ts';
import { decodeOnce } from './path-segment.ts';
import { type Coerced, Refused, refuse } from './refused.ts';

/** A text in the form its field has. Numbers are as good as their text; everything else is no text. */
export function coerceText(field: StringField, value: unknown): Coerced | Refused {
  const text = toText(value);
  if (text === undefined) return refuse(value, adviceFor(field));
  if (field.enum !== undefined) return coerceEnum(field, field.enum, text);
  if (!text.isWellFormed()) return refuse(value, 'give valid Unicode text');
  if (field.idOr !== undefined) return coerceIdOr(field, field.idOr, text, value);
  if (field.globalId !== undefined && field.form !== 'namespace') return coerceGlobalId(field, field.globalId, text);
  const size = checkLength(field, text);
  if (size !== undefined) return size;
  switch (field.form) {
    case 'text':
      // GitLab stores neither NUL nor anything after it.
      return text.includes('\0') ? refuse(value, 'remove the NUL character') : { value: text };
    case 'line':
      return coerceLine(field, text);
    case 'namespace': {
      const bare = field.globalId === undefined ? undefined : numberInGlobalId(field.globalId, text);
      if (bare instanceof Refused) return bare;
      const name = readNamespace(field, bare ?? text);
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
function adviceFor({ form, enum: values, names, idOr, pathOnly }: StringField): string {
  if (values !== undefined) return `give one of ${values.join(', ')}`;
  if (idOr !== undefined) return `give a positive whole number such as 7, or ${idOr.join(' or ')}`;
  switch (form) {
    case 'date':
      return 'give a date as YYYY-MM-DD';
    case 'datetime':
      return 'give a time as ISO 8601, such as 2026-01-31T08:00:00Z';
    case 'namespace':
      if (pathOnly === true && names === 'namespace') return 'give the full path, such as group or group/project';
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
    // A number that may be of a project or of a group says nothing to an API that knows paths only.
    if (field.pathOnly === true && field.names === 'namespace') return undefined;
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
