/**
 * The vocabulary that action inputs are written in. A field is plain data: the normaliser, the JSON Schemas of
 * the three surfaces, the search index and the reference page all read it, and nothing is compiled at start.
 */

export type Tier = 'free' | 'premium' | 'ultimate';

interface FieldCommon {
  /** For a model: what it is, unit, form and default. No `;`, back-tick, angle bracket, pipe or `$(` (trap T-42). */
  readonly description: string;
  readonly required: boolean;
  /** Where the value travels; by default in the path if the route names it, else in the query (GET, HEAD, DELETE) or the body. */
  readonly place?: 'query' | 'body' | 'none';
  /** The name GitLab gives it, where ours differs. */
  readonly wire?: string;
  /** Other spellings that models use. */
  readonly aliases?: readonly string[];
  /** An explicit null means something to GitLab (it clears the value) and is forwarded. */
  readonly nullable?: boolean;
  /** Lowest tier that accepts the field; pruned from schemas below it. */
  readonly tier?: Tier;
}

export interface StringField extends FieldCommon {
  readonly type: 'string';
  /**
   * `text` any text · `line` no line breaks · `namespace` numeric ID or full path, raw or encoded once ·
   * `path` file path inside a repository · `date` YYYY-MM-DD · `datetime` ISO 8601.
   */
  readonly form: 'text' | 'line' | 'namespace' | 'path' | 'date' | 'datetime';
  readonly enum?: readonly string[];
  /** Spellings of enum values that models use, by the value they mean. */
  readonly synonyms?: Readonly<Record<string, string>>;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** What a `namespace` names; decides which action an error recommends (trap T-15). */
  readonly names?: 'project' | 'group' | 'user' | 'namespace';
  /** GitLab runs lines such as `/close` in it as quick actions. They are escaped unless the caller allows them (trap T-79). */
  readonly quickActions?: boolean;
  /** A `line` that is a numeric ID or one of these words, such as None and Any. */
  readonly idOr?: readonly string[];
  /** A `line` that a machine made, such as a hash: without blanks and without characters that mean something in a URL. */
  readonly slug?: boolean;
  /** GitLab takes only the number here: a path is resolved with one lookup first (trap T-14). */
  readonly numericOnly?: boolean;
  /** The reverse, for GraphQL: GitLab takes only the full path, so a number is resolved with one lookup first. */
  readonly pathOnly?: boolean;
  /** The value becomes a global ID: a bare number, or with `slug` a bare hash, is as good as the whole. */
  readonly globalId?: GlobalIdForm;
}

export interface IntegerField extends FieldCommon {
  readonly type: 'integer';
  /** An ID or IID: one leading sigil (`#`, `!`, `&`, `$`) is tolerated (trap T-01). */
  readonly id?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values above `maximum` are lowered to it, with a note, instead of being refused (trap T-35). */
  readonly clamp?: boolean;
  /** Words that stand for numbers, such as access levels. */
  readonly words?: Readonly<Record<string, number>>;
  /** Whose ID it is. A username in its place costs one look-up instead of a refusal (trap T-14). */
  readonly names?: 'user';
  /** GraphQL names the object by its global ID: that is accepted too, and becomes the variable. */
  readonly globalId?: GlobalIdForm;
  /** GraphQL takes the number as text: IIDs. */
  readonly asText?: boolean;
}

/** The types of `gid://gitlab/<type>/<key>` that mean an object of one family (trap T-06). */
export interface GlobalIdForm {
  /** The type that is sent. */
  readonly type: string;
  /** Names the type had or has elsewhere; sent as `type`. */
  readonly formerly?: readonly string[];
  /** Further types of the family, which are sent as they are. */
  readonly also?: readonly string[];
}

export interface NumberField extends FieldCommon {
  readonly type: 'number';
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface BooleanField extends FieldCommon {
  readonly type: 'boolean';
}

export interface ListField<Item extends Field = Field> extends FieldCommon {
  readonly type: 'array';
  readonly items: Item;
  /** GitLab documents one comma-separated text, not a repeated key. A comma inside an element is refused (trap T-04). */
  readonly comma?: boolean;
  /** One text given for the list is split at commas. */
  readonly split?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ObjectField<Fields extends Params = Params> extends FieldCommon {
  readonly type: 'object';
  readonly fields: Fields;
  /** Keys beyond `fields` pass through as they are. */
  readonly open?: boolean;
}

export type Field = StringField | IntegerField | NumberField | BooleanField | ListField | ObjectField;

export type Params = Readonly<Record<string, Field>>;

/** The value a field has after normalisation. */
export type ValueOf<F> = F extends { readonly type: 'string' }
  ? string
  : F extends { readonly type: 'integer' | 'number' }
    ? number
    : F extends { readonly type: 'boolean' }
      ? boolean
      : F extends ListField<infer Item>
        ? readonly ValueOf<Item>[]
        : F extends ObjectField<infer Fields>
          ? InputOf<Fields>
          : never;

type RequiredKeys<P extends Params> = {
  [K in keyof P]: P[K] extends { readonly required: true } ? K : never;
}[keyof P];

/** The input of an action after normalisation: what the `run` of an action receives. */
export type InputOf<P extends Params> = {
  readonly [K in RequiredKeys<P>]: ValueOf<P[K]>;
} & {
  readonly [K in Exclude<keyof P, RequiredKeys<P>>]?: ValueOf<P[K]>;
};

type Extra<F extends Field> = Partial<Omit<F, 'type' | 'description' | 'required'>>;
type Optional<F extends Field> = F & { readonly required: false };

/** The same field, demanded. */
export function required<const F extends Field>(field: F): Omit<F, 'required'> & { readonly required: true } {
  return { ...field, required: true };
}

/** The same field, left to the caller. */
export function optional<const F extends Field>(field: F): Omit<F, 'required'> & { readonly required: false } {
  return { ...field, required: false };
}

/** The same field with another description; for a shared field whose role needs saying. */
export function described<const F extends Field>(field: F, description: string): F {
  return { ...field, description };
}

export function text(description: string, extra: Extra<StringField> = {}): Optional<StringField> {
  return { type: 'string', form: 'text', description, required: false, ...extra };
}

/** One line of text: titles, names, refs. */
export function line(description: string, extra: Extra<StringField> = {}): Optional<StringField> {
  return { type: 'string', form: 'line', description, required: false, ...extra };
}

export function oneOf(
  description: string,
  values: readonly string[],
  extra: Extra<StringField> = {},
): Optional<StringField> {
  return { type: 'string', form: 'line', description, required: false, enum: values, ...extra };
}

/** A numeric ID or a full path such as `group/project`. */
export function namespace(description: string, extra: Extra<StringField> = {}): Optional<StringField> {
  return { type: 'string', form: 'namespace', description, required: false, ...extra };
}

export function filePath(description: string, extra: Extra<StringField> = {}): Optional<StringField> {
  return { type: 'string', form: 'path', description, required: false, ...extra };
}

export function date(description: string, extra: Extra<StringField> = {}): Optional<StringField> {
  return { type: 'string', form: 'date', description, required: false, ...extra };
}

export function datetime(description: string, extra: Extra<StringField> = {}): Optional<StringField> {
  return { type: 'string', form: 'datetime', description, required: false, ...extra };
}

export function integer(description: string, extra: Extra<IntegerField> = {}): Optional<IntegerField> {
  return { type: 'integer', description, required: false, ...extra };
}

/** A positive ID or IID. */
export function id(description: string, extra: Extra<IntegerField> = {}): Optional<IntegerField> {
  return { type: 'integer', id: true, minimum: 1, description, required: false, ...extra };
}

/** A global ID as GraphQL shows it, or its number. */
export function globalId(
  form: GlobalIdForm,
  description: string,
  extra: Extra<StringField> = {},
): Optional<StringField> {
  return { type: 'string', form: 'line', description, required: false, globalId: form, ...extra };
}

/** A positive ID, or a word in its place: `None`, `Any`. A text in the schema, because a value has one type (trap T-37). */
export function idOr(
  words: readonly string[],
  description: string,
  extra: Extra<StringField> = {},
): Optional<StringField> {
  return { type: 'string', form: 'line', description, required: false, idOr: words, ...extra };
}

export function number(description: string, extra: Extra<NumberField> = {}): Optional<NumberField> {
  return { type: 'number', description, required: false, ...extra };
}

export function flag(description: string, extra: Extra<BooleanField> = {}): Optional<BooleanField> {
  return { type: 'boolean', description, required: false, ...extra };
}

export function list<const Item extends Field>(
  description: string,
  items: Item,
  extra: Extra<ListField<Item>> = {},
): ListField<Item> & { readonly required: false } {
  return { type: 'array', description, items, required: false, ...extra };
}

export function object<const Fields extends Params>(
  description: string,
  fields: Fields,
  extra: Extra<ObjectField<Fields>> = {},
): ObjectField<Fields> & { readonly required: false } {
  return { type: 'object', description, fields, required: false, ...extra };
}
