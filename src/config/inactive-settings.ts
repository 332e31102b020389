import type { ServePlan } from './load-config.ts';
import { type OptionEntry, settingEntries, settingId } from './option-index.ts';
import { type Source, describeSource } from './resolve-settings.ts';
import { type StartLine, warn } from './start-line.ts';

/**
 * Settings that were given and whose part of the program does not exist yet, as one line to log at start;
 * undefined when there are none.
 */
export function describeInactiveSettings({ config, sources }: ServePlan): StartLine | undefined {
  const byId = new Map<string, Source>(Object.entries(sources));
  const settings = settingEntries.flatMap((entry) => {
    const source = byId.get(settingId(entry));
    return source === undefined || source.from === 'default' || isActive(entry, config) ? [] : [describeSource(source)];
  });
  return settings.length === 0 ? undefined : warn('these settings have no effect yet', { settings });
}

function isActive({ group, name, spec }: OptionEntry, config: ServePlan['config']): boolean {
  // Config is derived from the table, so the group and the name of every entry are keys of it.
  const groups = config as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return spec.active && (spec.activeFor?.(groups[group]?.[name]) ?? true);
}
