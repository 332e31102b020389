import type { Kind } from './kind.ts';

export type Transport = 'stdio' | 'http';

/** The chapters of the help, in reading order. */
export const topics = {
  commands: 'Commands that print something and exit',
  start: 'Transport and files',
  listener: 'HTTP listener',
  gitlab: 'GitLab connection',
  surface: 'What clients see',
  protection: 'Protective modes',
  auth: 'Authentication of HTTP clients',
  limits: 'Limits and pooling',
  local: 'stdio and local files',
  observe: 'Logs, diagnostics and telemetry',
} as const;

export type Topic = keyof typeof topics;

export interface FlagSpec {
  /** Without dashes. */
  readonly name: string;
  /** Who reads it: `one-shot` flags run a command and exit, `http` flags are ignored, by name, on stdio. */
  readonly readBy: 'both' | 'http' | 'one-shot';
  /** Set where an empty value is as wrong as any other; elsewhere `--flag=` asks for the built-in default. */
  readonly refusesEmpty?: boolean;
}

export interface VariableSpec<Value> {
  readonly name: string;
  /** Who reads it: `checked` is used by HTTP and only checked on stdio, where a bad value refuses the start too. */
  readonly readBy: 'both' | 'http' | 'stdio' | 'checked';
  /** How the variable is written, where that differs from the flag. */
  readonly kind?: Kind<Value>;
  /** Looked up in turn when the first name is unset. */
  readonly otherNames?: readonly string[];
}

/** What a bad value does instead of refusing the start: the default (or the nearest bound) is used. */
interface Leniency {
  readonly level: 'silent' | 'warn' | 'error';
  /** The transport that is lenient; the other one refuses. */
  readonly transport: Transport | 'both';
}

export interface Definition<Value> {
  readonly topic: Topic;
  readonly kind: Kind<Value>;
  readonly flag?: FlagSpec;
  readonly variable?: VariableSpec<Value>;
  /** One or two sentences for help and reference. */
  readonly help: string;
  readonly lenient?: Leniency;
  /** Never printed, logged or quoted, not even when it is wrong. */
  readonly secret?: boolean;
}

/** Which defaults apply. */
export type Situation = Transport | 'demo';

interface Defaults {
  /** The default as an operator would write it; empty when there is none. */
  readonly default: string;
  /** Where a transport (or the demo) has its own. */
  readonly defaultFor?: Partial<Readonly<Record<Situation, string>>>;
}

export interface OptionSpec<Value> extends Definition<Value>, Defaults {
  defaultValue(situation: Situation): Value;
}

/** An option that always has a value. Its default is text, so that help and program cannot disagree. */
export function option<Value>(definition: Definition<Value> & Defaults): OptionSpec<Value> {
  return {
    ...definition,
    defaultValue(situation) {
      const parsed = definition.kind.parse(definition.defaultFor?.[situation] ?? definition.default);
      if (!parsed.ok) throw new TypeError(`the default of ${nameOf(definition)} ${parsed.problem}`);
      return parsed.value;
    },
  };
}

/** An option that may be absent; absent is `undefined`. */
export function optional<Value>(definition: Definition<Value>): OptionSpec<Value | undefined> {
  return { ...definition, default: '', defaultValue: () => undefined };
}

/** `--http-addr`, or the variable of an option without a flag. */
function nameOf({ flag, variable }: Pick<Definition<unknown>, 'flag' | 'variable'>): string {
  return flag === undefined ? (variable?.name ?? '') : flagName(flag.name);
}

/** Two dashes, except for the one-letter flag. Either way of writing is accepted. */
export function flagName(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
