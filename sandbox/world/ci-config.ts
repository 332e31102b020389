import {
  type ArtifactsUse,
  type EnvironmentUse,
  type TriggerUse,
  allowFailureOf,
  artifactsOf,
  asText,
  durationMs,
  environmentOf,
  needsOf,
  refsOf,
  rulesOf,
  strings,
  triggerOf,
  variablesOf,
} from './ci-keywords.ts';
import type { Rule } from './ci-rules.ts';
import { type Yaml, YamlError, type YamlMap, YamlReference, isYamlMap, parseYaml } from './yaml.ts';

export interface JobDefinition {
  readonly name: string;
  readonly stage: string;
  readonly beforeScript: readonly string[];
  readonly script: readonly string[];
  readonly afterScript: readonly string[];
  readonly when: string;
  readonly allowFailure: boolean | undefined;
  readonly startInMs: number | undefined;
  readonly needs: readonly string[] | undefined;
  readonly rules: readonly Rule[] | undefined;
  readonly only: readonly string[] | undefined;
  readonly except: readonly string[] | undefined;
  readonly tags: readonly string[];
  readonly image: string | undefined;
  readonly environment: EnvironmentUse | undefined;
  readonly resourceGroup: string | undefined;
  readonly trigger: TriggerUse | undefined;
  readonly coverage: string | undefined;
  readonly artifacts: ArtifactsUse | undefined;
  readonly variables: ReadonlyMap<string, string>;
}

export interface CiInclude {
  readonly type: string;
  readonly location: string;
}

export interface CiConfig {
  readonly stages: readonly string[];
  readonly jobs: readonly JobDefinition[];
  readonly variables: ReadonlyMap<string, string>;
  readonly workflowName: string | undefined;
  readonly workflowRules: readonly Rule[] | undefined;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Everything included and extended, as it is run; undefined when it could not be read. */
  readonly merged: Yaml | undefined;
  readonly includes: readonly CiInclude[];
}

const globals = new Set(
  'default include stages variables workflow image services cache before_script after_script spec pages_path'.split(
    ' ',
  ),
);

const jobKeys = new Set(
  'script before_script after_script stage image services cache artifacts rules only except needs dependencies tags when allow_failure start_in environment resource_group trigger coverage variables retry timeout parallel extends interruptible inherit release secrets id_tokens hooks pages publish run manual_confirmation identity dast_configuration'.split(
    ' ',
  ),
);

/** Reads a `.gitlab-ci.yml`: includes, `extends`, references and defaults resolved, and everything wrong with it. */
export function readCiConfig(text: string, readFile: (path: string) => string | undefined): CiConfig {
  const includes: CiInclude[] = [];
  const errors: string[] = [];
  let root: YamlMap;
  try {
    const parsed = withIncludes(parseYaml(text), readFile, { includes, errors, depth: 0 });
    if (!isYamlMap(parsed)) return broken(['Invalid configuration format'], includes);
    root = parsed;
  } catch (error) {
    if (error instanceof YamlError) return broken([error.message], includes);
    throw error;
  }
  const resolver = new Resolver(root, errors);
  const stages = ['.pre', ...(strings(root['stages']) ?? ['build', 'test', 'deploy']), '.post'];
  const names = Object.keys(root).filter((name) => !globals.has(name) && !name.startsWith('.'));
  const merged: Record<string, Yaml> = {};
  for (const name of Object.keys(root)) if (globals.has(name) && name !== 'include') merged[name] = root[name] ?? null;
  const jobs: JobDefinition[] = [];
  for (const name of names) {
    const body = resolver.job(name);
    if (body === undefined) continue;
    merged[name] = body;
    jobs.push(...readJob(name, body, root, errors));
  }
  if (names.length === 0) errors.push('jobs config should contain at least one visible job');
  errors.push(...crossCheck(jobs, stages));
  const workflow = root['workflow'];
  return {
    stages,
    jobs,
    variables: variablesOf(root['variables']),
    workflowName: isYamlMap(workflow) ? asText(workflow['name']) : undefined,
    workflowRules: isYamlMap(workflow) ? rulesOf(workflow['rules']) : undefined,
    errors,
    warnings: warningsOf(jobs),
    merged,
    includes,
  };
}

function broken(errors: readonly string[], includes: readonly CiInclude[]): CiConfig {
  const nothing = { stages: [], jobs: [], variables: new Map(), workflowName: undefined, workflowRules: undefined };
  return { ...nothing, errors, warnings: [], merged: undefined, includes };
}

interface Including {
  readonly includes: CiInclude[];
  readonly errors: string[];
  readonly depth: number;
}

/** Files of the same repository are merged in, below what the including file says; others are only listed. */
function withIncludes(value: Yaml, readFile: (path: string) => string | undefined, state: Including): Yaml {
  if (!isYamlMap(value) || value['include'] === undefined || state.depth > 20) return value;
  const given = value['include'];
  let merged: YamlMap = {};
  for (const entry of Array.isArray(given) ? given : [given]) {
    const local = typeof entry === 'string' ? entry : isYamlMap(entry) ? asText(entry['local']) : undefined;
    if (local === undefined || /^https?:/.test(local)) {
      const type = isYamlMap(entry) ? (Object.keys(entry)[0] ?? 'remote') : 'remote';
      const location = isYamlMap(entry) ? (asText(entry['file']) ?? asText(entry[type])) : local;
      state.includes.push({ type: type === 'project' ? 'file' : type, location: location ?? '' });
      continue;
    }
    const path = local.replace(/^\//, '');
    state.includes.push({ type: 'local', location: path });
    const content = readFile(path);
    if (content === undefined) {
      state.errors.push(`Local file \`${path}\` does not exist!`);
      continue;
    }
    const included = withIncludes(parseYaml(content), readFile, { ...state, depth: state.depth + 1 });
    if (isYamlMap(included)) merged = deepMerge(merged, included);
  }
  return deepMerge(merged, value);
}

/** Follows `extends` and `!reference`, and fills in what `default` and the global keywords say. */
class Resolver {
  readonly #root: YamlMap;
  readonly #errors: string[];

  constructor(root: YamlMap, errors: string[]) {
    this.#root = root;
    this.#errors = errors;
  }

  job(name: string): YamlMap | undefined {
    const body = this.#root[name];
    if (!isYamlMap(body)) {
      this.#errors.push(`jobs:${name} config should be a hash`);
      return undefined;
    }
    const extended = this.#dereference(this.#extend(name, body, [name])) as YamlMap; // a mapping stays one
    const defaults = isYamlMap(this.#root['default']) ? this.#root['default'] : {};
    const filled: Record<string, Yaml> = { ...extended };
    for (const key of ['image', 'services', 'before_script', 'after_script', 'tags', 'cache', 'artifacts', 'retry']) {
      if (filled[key] !== undefined) continue;
      const value = defaults[key] ?? (globals.has(key) ? this.#root[key] : undefined);
      if (value !== undefined && filled['trigger'] === undefined) filled[key] = this.#dereference(value);
    }
    return filled;
  }

  #extend(name: string, body: YamlMap, seen: readonly string[]): YamlMap {
    const given = body['extends'];
    if (given === undefined) return body;
    let base: YamlMap = {};
    for (const parent of strings(given) ?? []) {
      const value = this.#root[parent];
      if (!isYamlMap(value)) {
        this.#errors.push(`${name}: unknown keys in \`extends\` (${parent})`);
        continue;
      }
      if (seen.includes(parent)) {
        this.#errors.push(`${name}: circular dependency detected in \`extends\``);
        continue;
      }
      base = deepMerge(base, this.#extend(parent, value, [...seen, parent]));
    }
    const { extends: _, ...own } = body;
    return deepMerge(base, own);
  }

  #dereference(value: Yaml, depth = 0): Yaml {
    if (depth > 10) return null;
    if (value instanceof YamlReference) {
      const target = value.path.reduce<Yaml | undefined>(
        (found, key) => (isYamlMap(found) ? found[key] : undefined),
        this.#root,
      );
      if (target === undefined) this.#errors.push(`!reference ["${value.path.join('", "')}"] could not be found`);
      return target === undefined ? null : this.#dereference(target, depth + 1);
    }
    if (Array.isArray(value)) return value.flatMap((item) => toList(item, this.#dereference(item, depth)));
    if (!isYamlMap(value)) return value;
    return Object.fromEntries(Object.keys(value).map((key) => [key, this.#dereference(value[key] ?? null, depth)]));
  }
}

/** A reference to a list, in a list, stands for its items. */
function toList(original: Yaml, resolved: Yaml): readonly Yaml[] {
  return original instanceof YamlReference && Array.isArray(resolved) ? resolved : [resolved];
}

function deepMerge(base: YamlMap, over: YamlMap): YamlMap {
  const merged: Record<string, Yaml> = { ...base };
  for (const key of Object.keys(over)) {
    const below = base[key];
    const above = over[key] ?? null;
    merged[key] = isYamlMap(below) && isYamlMap(above) ? deepMerge(below, above) : above;
  }
  return merged;
}

function readJob(name: string, body: YamlMap, root: YamlMap, errors: string[]): JobDefinition[] {
  const unknown = Object.keys(body).filter((key) => !jobKeys.has(key));
  if (unknown.length > 0) errors.push(`jobs:${name} config contains unknown keys: ${unknown.join(', ')}`);
  const trigger = triggerOf(body['trigger']);
  if (
    body['script'] === undefined &&
    trigger === undefined &&
    body['run'] === undefined &&
    body['release'] === undefined
  ) {
    errors.push(`jobs:${name} config should implement the script:, run:, or trigger: keyword`);
  }
  const when = asText(body['when']);
  if (when !== undefined && !['on_success', 'on_failure', 'always', 'manual', 'delayed', 'never'].includes(when)) {
    errors.push(`jobs:${name} when should be one of: on_success, on_failure, always, manual, delayed, never`);
  }
  if (body['rules'] !== undefined && (body['only'] !== undefined || body['except'] !== undefined)) {
    errors.push(
      `jobs:${name} config key may not be used with \`rules\`: ${body['only'] === undefined ? 'except' : 'only'}`,
    );
  }
  const job: JobDefinition = {
    name,
    stage: asText(body['stage']) ?? 'test',
    beforeScript: strings(body['before_script']) ?? [],
    script: strings(body['script']) ?? [],
    afterScript: strings(body['after_script']) ?? [],
    when: when ?? 'on_success',
    allowFailure: allowFailureOf(body['allow_failure']),
    startInMs: durationMs(asText(body['start_in'])),
    needs: needsOf(body['needs']),
    rules: rulesOf(body['rules']),
    only: refsOf(body['only']),
    except: refsOf(body['except']),
    tags: strings(body['tags']) ?? [],
    image: isYamlMap(body['image']) ? asText(body['image']['name']) : asText(body['image'] ?? root['image']),
    environment: environmentOf(body['environment']),
    resourceGroup: asText(body['resource_group']),
    trigger,
    coverage: asText(body['coverage']),
    artifacts: artifactsOf(body['artifacts']),
    variables: variablesOf(body['variables']),
  };
  return parallel(job, body['parallel']);
}

/** `parallel: 3` makes three jobs, a matrix one for every combination. */
function parallel(job: JobDefinition, given: Yaml | undefined): JobDefinition[] {
  if (typeof given === 'number') {
    return Array.from({ length: given }, (_, index) => ({ ...job, name: `${job.name} ${index + 1}/${given}` }));
  }
  const matrix = isYamlMap(given) ? given['matrix'] : undefined;
  if (!Array.isArray(matrix)) return [job];
  return matrix.filter(isYamlMap).flatMap((row: YamlMap) => {
    const keys = Object.keys(row);
    const combinations = keys.reduce<string[][]>(
      (all, key) => all.flatMap((values) => (strings(row[key]) ?? []).map((value) => [...values, value])),
      [[]],
    );
    return combinations.map((values) => ({
      ...job,
      name: `${job.name}: [${values.join(', ')}]`,
      variables: new Map([...job.variables, ...keys.map((key, index) => [key, values[index] ?? ''] as const)]),
    }));
  });
}

function crossCheck(jobs: readonly JobDefinition[], stages: readonly string[]): string[] {
  const errors: string[] = [];
  const base = (name: string) => name.replace(/(?: \d+\/\d+|: \[.*\])$/, '');
  const names = new Set(jobs.flatMap(({ name }) => [name, base(name)]));
  for (const { name, stage, needs = [] } of jobs) {
    if (!stages.includes(stage)) {
      errors.push(`${name} job: chosen stage ${stage} does not exist; available stages are ${stages.join(', ')}`);
    }
    for (const need of needs) if (!names.has(need)) errors.push(`${name} job: undefined need: ${need}`);
  }
  return errors;
}

function warningsOf(jobs: readonly JobDefinition[]): string[] {
  const isOpen = ({ rules }: JobDefinition) => rules?.some((rule) => rule.if === undefined && rule.when === undefined);
  return jobs
    .filter((job) => isOpen(job) === true)
    .map(
      ({ name }) =>
        `jobs:${name} may allow multiple pipelines to run for a single action due to \`rules:when\` clause with no \`workflow:rules\` - read more: https://docs.gitlab.com/ci/jobs/job_troubleshooting/#job-may-allow-multiple-pipelines-to-run-for-a-single-action`,
    );
}
