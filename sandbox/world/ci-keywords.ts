import type { Rule } from './ci-rules.ts';
import { type Yaml, type YamlMap, isYamlMap, scalarText } from './yaml.ts';

export interface EnvironmentUse {
  readonly name: string;
  readonly url: string | undefined;
  readonly action: 'start' | 'prepare' | 'stop' | 'verify' | 'access';
  readonly onStop: string | undefined;
  readonly tier: string | undefined;
}

export interface TriggerUse {
  readonly project: string | undefined;
  readonly branch: string | undefined;
  readonly include: string | undefined;
  /** The bridge takes the status of the pipeline it starts. */
  readonly isMirrored: boolean;
}

export interface ArtifactsUse {
  readonly paths: readonly string[];
  readonly junit: string | undefined;
  readonly expireInMs: number | undefined;
  readonly when: string;
}

/** `rules`, in order; undefined when a job has none. */
export function rulesOf(value: Yaml | undefined): Rule[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isYamlMap).map((rule: YamlMap) => {
    const changes = isYamlMap(rule['changes']) ? rule['changes']['paths'] : rule['changes'];
    return {
      if: asText(rule['if']),
      changes: strings(changes),
      exists: strings(rule['exists']),
      when: asText(rule['when']),
      allowFailure: typeof rule['allow_failure'] === 'boolean' ? rule['allow_failure'] : undefined,
      variables: variablesOf(rule['variables']),
    };
  });
}

/** `only` and `except`, which may say `refs`. */
export function refsOf(value: Yaml | undefined): string[] | undefined {
  return strings(isYamlMap(value) ? value['refs'] : value);
}

/** Names of the jobs of this pipeline a job cannot do without. */
export function needsOf(value: Yaml | undefined): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value
    .filter((need) => !isYamlMap(need) || (need['project'] === undefined && need['optional'] !== true))
    .map((need) => (isYamlMap(need) ? (asText(need['job']) ?? '') : scalarText(need)));
}

/** Exit codes that may fail count as allowed: no job of the sandbox ends with another one. */
export function allowFailureOf(value: Yaml | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : isYamlMap(value) ? true : undefined;
}

/** Where a job deploys to. */
export function environmentOf(value: Yaml | undefined): EnvironmentUse | undefined {
  if (typeof value === 'string') {
    return { name: value, url: undefined, action: 'start', onStop: undefined, tier: undefined };
  }
  if (!isYamlMap(value)) return undefined;
  const action = asText(value['action']);
  return {
    name: asText(value['name']) ?? '',
    url: asText(value['url']),
    action: action === 'stop' || action === 'prepare' || action === 'verify' || action === 'access' ? action : 'start',
    onStop: asText(value['on_stop']),
    tier: asText(value['deployment_tier']),
  };
}

/** The pipeline a job starts instead of running a script. */
export function triggerOf(value: Yaml | undefined): TriggerUse | undefined {
  if (typeof value === 'string') {
    return { project: value, branch: undefined, include: undefined, isMirrored: false };
  }
  if (!isYamlMap(value)) return undefined;
  const include = Array.isArray(value['include']) ? value['include'][0] : value['include'];
  return {
    project: asText(value['project']),
    branch: asText(value['branch']),
    include: isYamlMap(include) ? asText(include['local']) : asText(include),
    isMirrored: value['strategy'] === 'depend' || value['strategy'] === 'mirror',
  };
}

/** What a job leaves behind; thirty days unless it says otherwise. */
export function artifactsOf(value: Yaml | undefined): ArtifactsUse | undefined {
  if (!isYamlMap(value)) return undefined;
  const reports = isYamlMap(value['reports']) ? value['reports'] : {};
  const paths = strings(value['paths']) ?? [];
  const expireIn = asText(value['expire_in']);
  return {
    paths,
    junit: strings(reports['junit'])?.[0],
    expireInMs: expireIn === 'never' ? undefined : (durationMs(expireIn) ?? 30 * 24 * 3_600_000),
    when: asText(value['when']) ?? 'on_success',
  };
}

/** Variables by name, also where they have descriptions. */
export function variablesOf(value: Yaml | undefined): Map<string, string> {
  const variables = new Map<string, string>();
  if (!isYamlMap(value)) return variables;
  for (const key of Object.keys(value)) {
    const given = value[key] ?? null;
    const content = isYamlMap(given) ? given['value'] : given;
    variables.set(key, asText(content) ?? '');
  }
  return variables;
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  mo: 2_592_000_000,
  y: 31_536_000_000,
};

/** `30 minutes`, `1 week`, `2h30m`; undefined when it is nothing of the kind. */
export function durationMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  let total = 0;
  for (const [, count = '', word = ''] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const unit = unitMs[word.toLowerCase().startsWith('mo') ? 'mo' : (word[0] ?? '').toLowerCase()];
    if (unit === undefined) return undefined;
    total += Number(count) * unit;
  }
  return total === 0 ? undefined : total;
}

/** A list of texts, also where one text stands for the list; nested lists are flattened. */
export function strings(value: Yaml | undefined): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return isYamlMap(value) ? undefined : [scalarText(value)];
  return value.flatMap((item) => strings(item) ?? []);
}

/** A scalar as text; undefined for nothing and for collections. */
export function asText(value: Yaml | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
