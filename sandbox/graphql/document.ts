/** A parsed GraphQL document: what the executor walks over. */
export interface Document {
  readonly operations: readonly Operation[];
  readonly fragments: ReadonlyMap<string, Fragment>;
}

export interface Location {
  readonly line: number;
  readonly column: number;
}

export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly name: string | undefined;
  readonly variables: readonly VariableDefinition[];
  readonly selections: readonly Selection[];
}

export interface VariableDefinition {
  readonly name: string;
  readonly type: TypeRef;
  readonly fallback: Value | undefined;
}

export interface Fragment {
  readonly name: string;
  readonly on: string;
  readonly selections: readonly Selection[];
  readonly at: Location;
}

export type Selection = FieldSelection | SpreadSelection | InlineSelection;

export interface FieldSelection {
  readonly kind: 'field';
  readonly name: string;
  readonly alias: string;
  readonly args: readonly Argument[];
  readonly directives: readonly Directive[];
  /** Undefined when the field has no braces. */
  readonly selections: readonly Selection[] | undefined;
  readonly at: Location;
}

export interface SpreadSelection {
  readonly kind: 'spread';
  readonly name: string;
  readonly directives: readonly Directive[];
  readonly at: Location;
}

export interface InlineSelection {
  readonly kind: 'inline';
  readonly on: string | undefined;
  readonly directives: readonly Directive[];
  readonly selections: readonly Selection[];
  readonly at: Location;
}

export interface Argument {
  readonly name: string;
  readonly value: Value;
}

export interface Directive {
  readonly name: string;
  readonly args: readonly Argument[];
}

export type Value =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'list'; readonly values: readonly Value[] }
  | { readonly kind: 'object'; readonly fields: readonly Argument[] };

/** `[Label!]!` as a tree. */
export type TypeRef =
  | { readonly kind: 'named'; readonly name: string; readonly required: boolean }
  | { readonly kind: 'list'; readonly of: TypeRef; readonly required: boolean };

/** The name at the bottom of a type: `Label` of `[Label!]!`. */
export function namedType(type: TypeRef): string {
  return type.kind === 'named' ? type.name : namedType(type.of);
}

export function printType(type: TypeRef): string {
  const text = type.kind === 'named' ? type.name : `[${printType(type.of)}]`;
  return type.required ? `${text}!` : text;
}
