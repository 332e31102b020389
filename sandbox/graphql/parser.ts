import type {
  Argument,
  Directive,
  Document,
  FieldSelection,
  Fragment,
  Operation,
  Selection,
  TypeRef,
  Value,
  VariableDefinition,
} from './document.ts';
import { DocumentError } from './errors.ts';
import { type Token, tokenize } from './lexer.ts';

const maxDepth = 100;

/** Reads an executable document; a mistake in it is a `DocumentError` with its place. */
export function parse(source: string): Document {
  const parser = new Parser(tokenize(source));
  return parser.document();
}

/** Reads a type as the schema writes it: `[Label!]!`. */
export function parseType(source: string): TypeRef {
  return new Parser(tokenize(source)).type();
}

class Parser {
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  document(): Document {
    const operations: Operation[] = [];
    const fragments = new Map<string, Fragment>();
    do {
      if (this.#token.text === 'fragment' && this.#token.kind === 'name') {
        const fragment = this.#fragment();
        fragments.set(fragment.name, fragment);
      } else operations.push(this.#operation());
    } while (this.#token.kind !== 'end');
    return { operations, fragments };
  }

  type(): TypeRef {
    if (this.#take('[')) {
      const of = this.type();
      this.#expect(']');
      return { kind: 'list', of, required: this.#take('!') };
    }
    return { kind: 'named', name: this.#name(), required: this.#take('!') };
  }

  #operation(): Operation {
    if (this.#token.text === '{') {
      return { kind: 'query', name: undefined, variables: [], selections: this.#selections() };
    }
    const kind = this.#name();
    if (kind !== 'query' && kind !== 'mutation' && kind !== 'subscription')
      throw this.#unexpected(this.#tokens[this.#index - 1]);
    const name = this.#token.kind === 'name' ? this.#name() : undefined;
    const variables: VariableDefinition[] = [];
    if (this.#take('(')) while (!this.#take(')')) variables.push(this.#variable());
    this.#directives();
    return { kind, name, variables, selections: this.#selections() };
  }

  #variable(): VariableDefinition {
    this.#expect('$');
    const name = this.#name();
    this.#expect(':');
    const type = this.type();
    const fallback = this.#take('=') ? this.#value() : undefined;
    this.#directives();
    return { name, type, fallback };
  }

  #fragment(): Fragment {
    const { at } = this.#token;
    this.#name();
    const name = this.#name();
    this.#keyword('on');
    const on = this.#name();
    this.#directives();
    return { name, on, selections: this.#selections(), at };
  }

  #selections(): Selection[] {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw this.#unexpected(this.#token);
    this.#expect('{');
    const selections: Selection[] = [];
    while (!this.#take('}')) selections.push(this.#selection());
    this.#depth -= 1;
    return selections;
  }

  #selection(): Selection {
    const { at } = this.#token;
    if (!this.#take('...')) return this.#field();
    if (this.#token.kind === 'name' && this.#token.text !== 'on') {
      return { kind: 'spread', name: this.#name(), directives: this.#directives(), at };
    }
    const on = this.#token.text === 'on' ? (this.#keyword('on'), this.#name()) : undefined;
    return { kind: 'inline', on, directives: this.#directives(), selections: this.#selections(), at };
  }

  #field(): FieldSelection {
    const { at } = this.#token;
    const first = this.#name();
    const name = this.#take(':') ? this.#name() : first;
    const args = this.#arguments();
    const directives = this.#directives();
    const selections = this.#token.text === '{' && this.#token.kind === 'punctuator' ? this.#selections() : undefined;
    return { kind: 'field', name, alias: first, args, directives, selections, at };
  }

  #arguments(): Argument[] {
    const args: Argument[] = [];
    if (this.#take('(')) while (!this.#take(')')) args.push(this.#argument());
    return args;
  }

  #argument(): Argument {
    const name = this.#name();
    this.#expect(':');
    return { name, value: this.#value() };
  }

  #directives(): Directive[] {
    const directives: Directive[] = [];
    while (this.#take('@')) directives.push({ name: this.#name(), args: this.#arguments() });
    return directives;
  }

  #value(): Value {
    const token = this.#token;
    if (this.#take('$')) return { kind: 'variable', name: this.#name() };
    if (this.#take('[')) {
      const values: Value[] = [];
      while (!this.#take(']')) values.push(this.#value());
      return { kind: 'list', values };
    }
    if (this.#take('{')) {
      const fields: Argument[] = [];
      while (!this.#take('}')) fields.push(this.#argument());
      return { kind: 'object', fields };
    }
    this.#index += 1;
    switch (token.kind) {
      case 'int':
      case 'float':
        return { kind: 'literal', value: Number(token.text) };
      case 'string':
        return { kind: 'literal', value: token.text };
      case 'name':
        if (token.text === 'true' || token.text === 'false') return { kind: 'literal', value: token.text === 'true' };
        return token.text === 'null' ? { kind: 'literal', value: null } : { kind: 'enum', name: token.text };
      case 'punctuator':
      case 'end':
        throw this.#unexpected(token);
      default:
        return token.kind satisfies never;
    }
  }

  get #token(): Token {
    const token = this.#tokens[this.#index];
    if (token === undefined) throw new DocumentError([{ message: 'Unexpected end of document' }]);
    return token;
  }

  #name(): string {
    const token = this.#token;
    if (token.kind !== 'name') throw this.#unexpected(token);
    this.#index += 1;
    return token.text;
  }

  #keyword(word: string): void {
    if (this.#name() !== word) throw this.#unexpected(this.#tokens[this.#index - 1]);
  }

  #take(punctuator: string): boolean {
    const token = this.#token;
    if (token.kind !== 'punctuator' || token.text !== punctuator) return false;
    this.#index += 1;
    return true;
  }

  #expect(punctuator: string): void {
    if (!this.#take(punctuator)) throw this.#unexpected(this.#token);
  }

  #unexpected(token: Token | undefined): DocumentError {
    if (token === undefined || token.kind === 'end') {
      return new DocumentError([{ message: 'Unexpected end of document', locations: [] }]);
    }
    const { line, column } = token.at;
    return new DocumentError([
      { message: `Parse error on "${token.text}" (${token.kind}) at [${line}, ${column}]`, locations: [token.at] },
    ]);
  }
}
