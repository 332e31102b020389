import { type Variable, describeOrigin } from './environment.ts';
import { type Config, type OptionEntry, settingEntries, settingId } from './option-index.ts';
import { type Situation, type Transport, flagName } from './option-spec.ts';
import { showValue } from './show-value.ts';
import type { StartLine } from './start-line.ts';

/** Who decided a setting. */
export type Source =
  | { readonly from: 'default' }
  | { readonly from: 'flag'; readonly name: string }
  /** `file` is the dotenv file that set the variable; undefined when the process environment did. */
  | { readonly from: 'variable'; readonly name: string; readonly file: string | undefined };

export interface Inputs {
  /** Texts of the flags that were passed, by name without dashes. */
  readonly flags: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly transport: Transport;
  readonly situation: Situation;
  /** Texts that must not show up in any message. */
  readonly secrets: readonly string[];
}

interface Resolved {
  readonly value: unknown;
  readonly source: Source;
  /** Refuses the start. `value` is the default then, so that other checks have something to look at. */
  readonly problem?: string;
  /** Said instead of refusing. */
  readonly line?: StartLine;
}

export interface Resolution {
  readonly config: Config;
  readonly sources: ReadonlyMap<string, Source>;
  /** Sentences that refuse the start, by setting (`group.name`). */
  readonly problems: ReadonlyMap<string, string>;
  /** What is said of settings that were replaced instead, by setting. */
  readonly replaced: ReadonlyMap<string, StartLine>;
}

/** Decides every setting: an explicit flag, then the variable, then the default of the transport. */
export function resolveSettings(inputs: Inputs): Resolution {
  const groups: Record<string, Record<string, unknown>> = {};
  const sources = new Map<string, Source>();
  const problems = new Map<string, string>();
  const replaced = new Map<string, StartLine>();

  for (const entry of settingEntries) {
    const { value, source, problem, line } = resolveOption(entry, inputs);
    const id = settingId(entry);
    (groups[entry.group] ??= {})[entry.name] = value;
    sources.set(id, source);
    if (line !== undefined) replaced.set(id, line);
    if (problem !== undefined) problems.set(id, problem);
  }

  // The entries come from the table that Config is derived from, and every value from its entry's own kind.
  return { config: groups as unknown as Config, sources, problems, replaced };
}

/** Decides one option of the table. */
function resolveOption({ spec }: OptionEntry, inputs: Inputs): Resolved {
  const given = findGiven(spec, inputs);
  const fallback = spec.defaultValue(inputs.situation);
  if (given === undefined) return { value: fallback, source: { from: 'default' } };

  const { source, text } = given;
  // Passed empty, a flag asks for the built-in default, and still wins over its variable.
  if (text === '' && spec.flag?.refusesEmpty !== true) return { value: fallback, source };
  const kind = source.from === 'variable' ? (spec.variable?.kind ?? spec.kind) : spec.kind;
  const parsed = kind.parse(text);
  if (parsed.ok) return { value: parsed.value, source };

  const shown = spec.secret === true ? '' : `=${showValue(text, inputs.secrets)}`;
  const label =
    source.from === 'variable' ? `${source.name}${shown} ${describeOrigin(source)}` : `${source.name}${shown}`;
  const sentence = `${label}: ${parsed.problem}`;
  const { lenient } = spec;
  if (lenient !== undefined && (lenient.transport === 'both' || lenient.transport === inputs.transport)) {
    const value = parsed.instead ?? fallback;
    if (lenient.level === 'silent') return { value, source };
    const line = {
      level: lenient.level,
      message: 'a setting is not usable and was replaced',
      fields: { problem: sentence },
    };
    return { value, source, line };
  }
  const isHttpVariable = source.from === 'variable' && inputs.transport === 'http';
  return {
    value: fallback,
    source,
    problem: isHttpVariable ? `loading environment configuration: ${sentence}` : sentence,
  };
}

function findGiven(
  { flag, variable }: OptionEntry['spec'],
  { flags, variables, transport }: Inputs,
): { readonly source: Exclude<Source, { from: 'default' }>; readonly text: string } | undefined {
  const text =
    flag === undefined || (flag.readBy === 'http' && transport === 'stdio') ? undefined : flags.get(flag.name);
  if (flag !== undefined && text !== undefined) return { source: { from: 'flag', name: flagName(flag.name) }, text };

  if (variable === undefined || !reads(transport, variable.readBy)) return undefined;
  const found = [variable.name, ...(variable.otherNames ?? [])].map((name) => variables.get(name)).find(Boolean);
  return found && { source: { from: 'variable', name: found.name, file: found.file }, text: found.value };
}

function reads(transport: Transport, readBy: 'both' | 'http' | 'stdio' | 'checked'): boolean {
  return readBy === 'both' || readBy === 'checked' || readBy === transport;
}
