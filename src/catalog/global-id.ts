import type { GlobalIdForm, StringField } from './field.ts';
import { type Coerced, Refused, refuse } from './refused.ts';

/** The name GraphQL gives an object. */
export function toGlobalId(type: string, key: string | number): string {
  return `gid://gitlab/${type}/${key}`;
}

interface GlobalId {
  /** Class of the object, such as `WorkItem` or `Ci::Catalog::Resource`. */
  readonly type: string;
  /** A number, or the hash of a discussion. */
  readonly key: string;
}

/** The parts of a global ID; `undefined` for any other text. */
export function parseGlobalId(text: string): GlobalId | undefined {
  const match = /^gid:\/\/gitlab\/([A-Z][A-Za-z]*(?:::[A-Z][A-Za-z]*)*)\/(\w+)$/.exec(text.trim());
  if (match === null) return undefined;
  const [, type = '', key = ''] = match;
  return { type, key };
}

/** A global ID of the right family as it is sent, a number or, in a slug, a hash; a name the field knows stands for its number. */
export function coerceGlobalId(field: StringField, form: GlobalIdForm, text: string): Coerced | Refused {
  const given = text.trim();
  const whole = parseGlobalId(given);
  if (whole !== undefined) {
    const type = typeSent(form, whole.type);
    if (type instanceof Refused) return type;
    return isKey(field, whole.key) ? { value: toGlobalId(type, whole.key) } : refuse(text, adviceFor(form));
  }
  const word = given.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const synonym =
    field.synonyms !== undefined && Object.hasOwn(field.synonyms, word) ? field.synonyms[word] : undefined;
  const key = synonym ?? given.replace(/^[#!&$]/, '');
  return isKey(field, key) ? { value: toGlobalId(form.type, key) } : refuse(text, adviceFor(form));
}

/** The number in a global ID of the right family; `undefined` when the text is no global ID. */
export function numberInGlobalId(form: GlobalIdForm, text: string): string | Refused | undefined {
  const whole = parseGlobalId(text);
  if (whole === undefined) return undefined;
  const type = typeSent(form, whole.type);
  return type instanceof Refused ? type : whole.key;
}

function typeSent({ type, formerly, also }: GlobalIdForm, given: string): string | Refused {
  if (given === type || formerly?.includes(given) === true) return type;
  if (also?.includes(given) === true) return given;
  return new Refused(`is the global ID of a ${given}, give that of a ${type} or its number`);
}

function adviceFor({ type }: GlobalIdForm): string {
  return `give a number such as 7 or a global ID such as ${toGlobalId(type, 7)}`;
}

function isKey({ slug }: StringField, key: string): boolean {
  if (/^[1-9]\d{0,15}$/.test(key)) return Number.isSafeInteger(Number(key));
  return slug === true && /^[0-9a-z_]{1,64}$/.test(key);
}
