/** What became of a text: a value, or a sentence that says what would have been one. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      /** Reads after `NAME=text: `, as in "must be 1 to 10000". Never quotes the text. */
      readonly problem: string;
      /** `syntax` is not a value of this kind at all; `range` is one, beyond its bounds. */
      readonly fault: 'syntax' | 'range';
      /** The nearest allowed value, for settings that warn instead of refusing. */
      readonly instead?: Value;
    };

/** How a flag of this kind takes its value, after the type it has in the Go program whose grammar we follow. */
type FlagType = 'bool' | 'int' | 'float' | 'duration' | 'string' | 'list';

/** One way to write a setting as text, shared by every option that is written that way. */
export interface Kind<Value> {
  readonly flagType: FlagType;
  /** What stands for the value in help, without the angle brackets; empty for a plain switch. */
  readonly placeholder: string;
  /** What is accepted, for the reference page; starts lower case, has no full stop. */
  readonly accepts: string;
  parse(text: string): Parsed<Value>;
}

export function ok<Value>(value: Value): Parsed<Value> {
  return { ok: true, value };
}

export function notA<Value>(problem: string): Parsed<Value> {
  return { ok: false, problem, fault: 'syntax' };
}

export function outOfRange<Value>(problem: string, instead?: Value): Parsed<Value> {
  return instead === undefined
    ? { ok: false, problem, fault: 'range' }
    : { ok: false, problem, fault: 'range', instead };
}

/** Any text, taken as it is. */
export function text(placeholder: string, accepts = 'any text'): Kind<string> {
  return { flagType: 'string', placeholder, accepts, parse: ok };
}

/** Text mapped by a function that either returns the value or the sentence that says what is wrong. */
export function textKind<Value>(
  placeholder: string,
  accepts: string,
  parse: (text: string) => Parsed<Value>,
): Kind<Value> {
  return { flagType: 'string', placeholder, accepts, parse };
}

export interface OneOfOptions<Word extends string> {
  /** Accept the words in any mix of cases. */
  readonly anyCase?: boolean;
  /** Other spellings, each with the word it stands for. */
  readonly aliases?: Readonly<Record<string, Word>>;
}

/** One word of a fixed list. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  options: OneOfOptions<NoInfer<Word>> = {},
): Kind<Word> {
  const { anyCase = false, aliases = {} } = options;
  const spellings = new Map<string, Word>([
    ...words.map((word) => [word, word] as const),
    ...Object.entries<Word>(aliases),
  ]);
  const listed = enumerate([...spellings.keys()], 'or');
  return textKind([...words].join('|'), `${listed}${anyCase ? ', in any case' : ''}`, (text) => {
    const word = spellings.get(anyCase ? text.toLowerCase() : text);
    return word === undefined ? notA(`must be ${listed}`) : ok(word);
  });
}

/** The same texts, standing for another value. */
export function mapped<From, To>(kind: Kind<From>, convert: (value: From) => To): Kind<To> {
  return {
    ...kind,
    parse(text) {
      const parsed = kind.parse(text);
      if (parsed.ok) return ok(convert(parsed.value));
      const { instead, ...failure } = parsed;
      return instead === undefined ? failure : { ...failure, instead: convert(instead) };
    },
  };
}

/** Items between commas, blanks around them dropped, empty ones skipped; the first bad item decides. */
export function commaList<Item>(item: Kind<Item>, listType: 'string' | 'list' = 'string'): Kind<readonly Item[]> {
  return {
    flagType: listType,
    placeholder: `${item.placeholder},…`,
    accepts: `comma-separated: ${item.accepts}`,
    parse: (text) => parseItems(text.split(','), item),
  };
}

/** Directories between the separator of the operating system: `:` on Unix, `;` on Windows. */
export function pathList(separator: string): Kind<readonly string[]> {
  return textKind('paths', 'directories between the path separator of the system (`:`; `;` on Windows)', (value) =>
    parseItems(value.split(separator), text('path')),
  );
}

/** `a`, `a or b`, `a, b or c`. */
function enumerate(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

function parseItems<Item>(texts: readonly string[], kind: Kind<Item>): Parsed<readonly Item[]> {
  const items: Item[] = [];
  for (const entry of texts.map((part) => part.trim()).filter((part) => part !== '')) {
    const parsed = kind.parse(entry);
    if (!parsed.ok) return { ok: false, problem: parsed.problem, fault: parsed.fault };
    items.push(parsed.value);
  }
  return ok(items);
}
