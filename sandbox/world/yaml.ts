/** Values of a YAML document. Mappings are objects without a prototype, so that any key is only a key. */
export type Yaml = null | boolean | number | string | readonly Yaml[] | YamlMap | YamlReference;

export interface YamlMap {
  readonly [key: string]: Yaml;
}

/** `!reference [job, script]`, which only the CI/CD configuration knows how to follow. */
export class YamlReference {
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    this.path = path;
  }
}

/** Says where the document is not YAML, in the words of the parser GitLab uses. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

interface Line {
  readonly number: number;
  readonly indent: number;
  /** Without indentation and comment. */
  readonly text: string;
  /** As it came: block scalars keep everything. */
  readonly raw: string;
}

export function isYamlMap(value: Yaml | undefined): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof YamlReference);
}

/**
 * Reads the YAML that pipelines are written in: block and flow collections, every style of scalar, anchors, merge keys.
 * One document; no complex keys.
 */
export function parseYaml(text: string): Yaml {
  return new Parser(text).document();
}

class Parser {
  readonly #lines: readonly Line[];
  readonly #anchors = new Map<string, Yaml>();
  #at = 0;

  constructor(text: string) {
    this.#lines = text.split(/\r?\n/).map((raw, index) => {
      const stripped = stripComment(raw);
      return { number: index + 1, indent: raw.length - raw.trimStart().length, text: stripped.trim(), raw };
    });
  }

  document(): Yaml {
    if (this.#peek()?.text.startsWith('---') === true) this.#at += 1;
    const first = this.#peek();
    if (first === undefined) return null;
    const value = this.#block(first.indent);
    const rest = this.#peek();
    if (rest !== undefined && rest.text !== '...') throw problem(rest, 'did not find expected <document start>');
    return value;
  }

  /** The next line that says something. */
  #peek(): Line | undefined {
    while (this.#at < this.#lines.length && this.#lines[this.#at]?.text === '') this.#at += 1;
    return this.#lines[this.#at];
  }

  #block(indent: number): Yaml {
    const line = this.#peek();
    if (line === undefined || line.indent < indent) return null;
    if (line.text === '-' || line.text.startsWith('- ')) return this.#sequence(line.indent);
    if (keyOf(line.text) !== undefined) return this.#mapping(line.indent);
    this.#at += 1;
    return this.#value(line.text, line, indent - 1);
  }

  #sequence(indent: number): Yaml {
    const items: Yaml[] = [];
    for (let line = this.#peek(); line !== undefined && line.indent === indent; line = this.#peek()) {
      if (line.text !== '-' && !line.text.startsWith('- ')) break;
      items.push(this.#item(line));
    }
    const next = this.#peek();
    if (next !== undefined && next.indent > indent) {
      throw problem(next, "did not find expected '-' indicator while parsing a block collection");
    }
    return items;
  }

  /** What stands behind a dash: a scalar, a nested collection, or a mapping that begins on the same line. */
  #item(line: Line): Yaml {
    const rest = line.text.slice(1);
    const inner = rest.trimStart();
    if (inner === '') {
      this.#at += 1;
      return this.#block(line.indent + 1);
    }
    const isCollection = inner === '-' || inner.startsWith('- ') || keyOf(inner) !== undefined;
    if (!isCollection) {
      this.#at += 1;
      return this.#value(inner, line, line.indent);
    }
    const indent = line.indent + 1 + (rest.length - inner.length);
    // The same line again, without the dash: what follows lines up with it.
    this.#replace({ ...line, indent, text: inner });
    return this.#block(indent);
  }

  #replace(line: Line): void {
    (this.#lines as Line[])[this.#at] = line; // the parser owns its list of lines
  }

  #mapping(indent: number): Yaml {
    const map = Object.create(null) as Record<string, Yaml>; // a null prototype is typed `any`
    for (let line = this.#peek(); line !== undefined && line.indent === indent; line = this.#peek()) {
      const found = keyOf(line.text);
      if (found === undefined) break;
      this.#at += 1;
      const value = this.#value(found.rest, line, indent);
      if (found.key !== '<<') map[found.key] = value;
      else {
        const merged = Array.isArray(value) ? value : [value];
        for (const source of merged) {
          if (!isYamlMap(source)) continue;
          for (const key of Object.keys(source)) if (!(key in map)) map[key] = source[key] ?? null;
        }
      }
    }
    const next = this.#peek();
    if (next !== undefined && (next.indent > indent || (next.indent === indent && keyOf(next.text) === undefined))) {
      throw problem(next, 'did not find expected key while parsing a block mapping');
    }
    return map;
  }

  /** What stands behind a key or a dash. `indent` is that of the key: what belongs to it is indented further. */
  #value(text: string, line: Line, indent: number): Yaml {
    const anchor = /^&(\S+)\s*(.*)$/.exec(text);
    if (anchor !== null) {
      const [, name = '', rest = ''] = anchor;
      const value = this.#value(rest, line, indent);
      this.#anchors.set(name, value);
      return value;
    }
    const alias = /^\*(\S+)$/.exec(text);
    if (alias !== null) {
      const value = this.#anchors.get(alias[1] ?? '');
      if (value === undefined) throw new YamlError(`Unknown alias: ${alias[1]}`);
      return value;
    }
    const block = /^([|>])([+-]?)(\d?)([+-]?)$/.exec(text);
    if (block !== null) return this.#blockScalar(block[1] === '>', `${block[2]}${block[4]}`, indent);
    if (text === '') return this.#nested(indent);
    if (text.startsWith('!reference')) return this.#reference(text.slice('!reference'.length).trim(), line, indent);
    if (/^[[{"']/.test(text)) return parseFlow(this.#complete(text, line, indent), line, this.#anchors);
    if (keyOf(text) !== undefined) throw problem(line, 'mapping values are not allowed in this context');
    return resolveScalar([text, ...this.#continuation(indent)].join(' '));
  }

  #nested(indent: number): Yaml {
    const next = this.#peek();
    if (next === undefined) return null;
    // A list may stand at the indentation of its key.
    const isList = next.indent === indent && (next.text === '-' || next.text.startsWith('- '));
    return next.indent > indent || isList ? this.#block(next.indent) : null;
  }

  #reference(text: string, line: Line, indent: number): Yaml {
    const path =
      text === '' ? this.#nested(indent) : parseFlow(this.#complete(text, line, indent), line, this.#anchors);
    return new YamlReference(Array.isArray(path) ? path.map(scalarText) : []);
  }

  /** Lines a flow collection or a quoted text goes on over. */
  #complete(text: string, line: Line, indent: number): string {
    let joined = text;
    while (!isClosed(joined)) {
      const next = this.#peek();
      if (next === undefined || (next.indent <= indent && !/^[\]}]/.test(next.text))) {
        throw problem(line, 'did not find expected node content while parsing a flow node');
      }
      joined += ` ${next.text}`;
      this.#at += 1;
    }
    return joined;
  }

  #continuation(indent: number): string[] {
    const lines: string[] = [];
    for (let next = this.#peek(); next !== undefined && next.indent > indent; next = this.#peek()) {
      if (keyOf(next.text) !== undefined) {
        throw problem(next, 'mapping values are not allowed in this context');
      }
      lines.push(next.text);
      this.#at += 1;
    }
    return lines;
  }

  #blockScalar(isFolded: boolean, chomping: string, indent: number): string {
    const lines: string[] = [];
    let width: number | undefined;
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at];
      if (line === undefined) break;
      const isBlank = line.raw.trim() === '';
      if (!isBlank && line.indent <= indent) break;
      if (!isBlank) width ??= line.indent;
      lines.push(isBlank ? '' : line.raw.slice(width));
    }
    let end = lines.length;
    while (end > 0 && lines[end - 1] === '') end -= 1;
    const body = lines.slice(0, end);
    const text = isFolded ? fold(body) : body.join('\n');
    if (chomping === '-' || text === '') return text;
    return chomping === '+' ? `${text}${'\n'.repeat(lines.length - end + 1)}` : `${text}\n`;
  }
}

function fold(lines: readonly string[]): string {
  let text = '';
  lines.forEach((line, index) => {
    const previous = lines[index - 1];
    if (index === 0) text = line;
    else if (line === '') text += '\n';
    else text += previous === '' ? line : line.startsWith(' ') ? `\n${line}` : ` ${line}`;
  });
  return text;
}

/** The key of a line of a mapping and what follows its colon; undefined when the line has none. */
function keyOf(text: string): { key: string; rest: string } | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?:\s+(.*))?$/.exec(text);
  if (quoted !== null) return { key: unquote(quoted[1] ?? ''), rest: quoted[2] ?? '' };
  if (/^[[{"'|>*&!#%@`]/.test(text)) return undefined;
  const plain = /^([^\s].*?)\s*:(?:\s+(.*))?$/.exec(text);
  return plain === null ? undefined : { key: plain[1] ?? '', rest: (plain[2] ?? '').trim() };
}

function stripComment(raw: string): string {
  if (!raw.includes('#')) return raw;
  let quote = '';
  for (let index = 0; index < raw.length; index++) {
    const character = raw[index] ?? '';
    const before = raw[index - 1] ?? ' ';
    if (quote !== '') {
      if (character === '\\' && quote === '"') index += 1;
      else if (character === quote) quote = '';
    } else if ((character === '"' || character === "'") && /[\s[{,:-]/.test(before)) quote = character;
    else if (character === '#' && /\s/.test(before)) return raw.slice(0, index);
  }
  return raw;
}

function isClosed(text: string): boolean {
  let depth = 0;
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (quote !== '') {
      if (character === '\\' && quote === '"') index += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
  }
  return depth <= 0 && quote === '';
}

function unquote(text: string): string {
  const inner = text.slice(1, -1);
  if (text.startsWith("'")) return inner.replaceAll("''", "'");
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\u001b', 0: '\0' };
  return inner.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/g, (_, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes[code] ?? code),
  );
}

/** A flow collection or a quoted scalar, on one line. */
function parseFlow(text: string, line: Line, anchors: ReadonlyMap<string, Yaml>): Yaml {
  let at = 0;
  const skip = () => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const scalar = (): Yaml => {
    const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(text.slice(at))?.[0];
    if (quoted !== undefined) {
      at += quoted.length;
      return unquote(quoted);
    }
    const plain = /^(?:[^,[\]{}:]|:(?!\s|$))*/.exec(text.slice(at))?.[0] ?? '';
    at += plain.length;
    const name = plain.trim();
    return name.startsWith('*') ? (anchors.get(name.slice(1)) ?? null) : resolveScalar(name);
  };
  const node = (): Yaml => {
    skip();
    const open = text[at];
    if (open !== '[' && open !== '{') return scalar();
    at += 1;
    const items: Yaml[] = [];
    const map = Object.create(null) as Record<string, Yaml>; // a null prototype is typed `any`
    const close = open === '[' ? ']' : '}';
    for (skip(); text[at] !== close; skip()) {
      if (at >= text.length) throw problem(line, "did not find expected ',' or ']' while parsing a flow sequence");
      const value = node();
      skip();
      const isPair = text[at] === ':';
      if (isPair) at += 1;
      if (open === '{') map[scalarText(value)] = isPair ? node() : null;
      else items.push(isPair ? { [scalarText(value)]: node() } : value);
      skip();
      if (text[at] === ',') at += 1;
    }
    at += 1;
    return open === '[' ? items : map;
  };
  const value = node();
  skip();
  if (at < text.length) throw problem(line, 'did not find expected key while parsing a block mapping');
  return value;
}

/** A scalar as text; nothing and collections are empty. */
export function scalarText(value: Yaml): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** What a plain scalar means; the words of YAML 1.1 are booleans. */
export function resolveScalar(text: string): Yaml {
  if (text === '' || text === '~' || /^null$/i.test(text)) return null;
  if (/^(?:true|yes|on)$/i.test(text)) return true;
  if (/^(?:false|no|off)$/i.test(text)) return false;
  if (/^[-+]?(?:0|[1-9][\d_]*)$/.test(text) || /^[-+]?\d+\.\d+(?:e[-+]?\d+)?$/i.test(text)) {
    return Number(text.replaceAll('_', ''));
  }
  return text;
}

function problem(line: Line, sentence: string): YamlError {
  return new YamlError(`(<unknown>): ${sentence} at line ${line.number} column ${line.indent + 1}`);
}
