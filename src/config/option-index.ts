import { type OptionSpec, flagName } from './option-spec.ts';
import { options } from './options.ts';

type Options = typeof options;
type ValueOf<Spec> = Spec extends OptionSpec<infer Value> ? Value : never;

/** The groups that parts of the program receive; `command` decides what to run and ends there. */
type ConfigGroup = Exclude<keyof Options, 'command'>;

/** Everything that can be configured, by the part it configures. Deeply frozen. */
export type Config = {
  readonly [Group in ConfigGroup]: {
    readonly [Name in keyof Options[Group]]: ValueOf<Options[Group][Name]>;
  };
};

/** `listen.address`, `surface.readOnly`, … */
export type SettingId = {
  [Group in ConfigGroup]: `${Group}.${keyof Options[Group] & string}`;
}[ConfigGroup];

export interface OptionEntry {
  readonly group: string;
  readonly name: string;
  readonly spec: OptionSpec<unknown>;
}

/** Every entry of the table in its order. */
export const optionEntries: readonly OptionEntry[] = Object.entries<Readonly<Record<string, OptionSpec<unknown>>>>(
  options,
).flatMap(([group, specs]) => Object.entries(specs).map(([name, spec]) => ({ group, name, spec })));

/** Entries that end up in the configuration. */
export const settingEntries: readonly OptionEntry[] = optionEntries.filter(({ group }) => group !== 'command');

/** Entries by flag, without dashes. */
export const flagEntries: ReadonlyMap<string, OptionEntry> = new Map(
  optionEntries.flatMap((entry) => (entry.spec.flag === undefined ? [] : [[entry.spec.flag.name, entry] as const])),
);

/** Every flag with its dashes, alphabetically. */
export const flagNames: readonly string[] = [...flagEntries.keys()].sort().map(flagName);

/** Every variable that is read, under any of its names. */
export const variableNames: ReadonlySet<string> = new Set(
  optionEntries.flatMap(({ spec: { variable } }) =>
    variable === undefined ? [] : [variable.name, ...(variable.otherNames ?? [])],
  ),
);

export function settingId(entry: OptionEntry): string {
  return `${entry.group}.${entry.name}`;
}
