import { type CiConfig, type JobDefinition, readCiConfig } from './ci-config.ts';
import { type CiContext, matchGlob, matchRefs, matchRule } from './ci-rules.ts';
import { effectiveCiVariables } from './ci-variables.ts';
import { ensureEnvironment, toSlug } from './environments.ts';
import { planJob } from './job-plans.ts';
import { type Job, type Pipeline, type PipelineVariable, addJob, addPipeline } from './pipelines.ts';
import { isProtectedBranch, isProtectedTag } from './protections.ts';
import type { Project } from './projects.ts';
import { type Repository, repositoryOf } from './repository.ts';
import { type World, defineState } from './world.ts';

export interface NewPipeline {
  readonly sha: string;
  readonly ref: string;
  readonly isTag?: boolean;
  readonly source: string;
  readonly userId: number | null;
  readonly variables?: readonly PipelineVariable[];
  readonly beforeSha?: string | undefined;
  readonly scheduleId?: number;
  /** Default: now. Seeds tell of the past. */
  readonly createdAt?: string;
  readonly mergeRequest?: {
    readonly id: number;
    readonly iid: number;
    readonly sourceBranch: string;
    readonly targetBranch: string;
    /** The commit its changes are counted from. */
    readonly baseSha: string;
  };
  /** Another file than the project's, as a child pipeline has. */
  readonly configPath?: string;
  /** The configuration itself, in place of any file. */
  readonly configText?: string;
  /** Keeps a pipeline whose configuration is wrong, with the reason; a push does. */
  readonly keepsErrors?: boolean;
}

export type PipelineResult =
  | { readonly kind: 'created'; readonly pipeline: Pipeline }
  /** In the words of a validation error, by attribute. */
  | {
      readonly kind: 'refused';
      readonly problems: Readonly<Record<string, readonly string[]>>;
      readonly isEmpty: boolean;
    };

/** Makes the jobs of a pipeline from the configuration of its commit. It does not move before it is scheduled. */
export function createPipeline(world: World, project: Project, wanted: NewPipeline): PipelineResult {
  const evaluated = evaluatePipeline(world, project, wanted);
  if (evaluated.kind === 'refused') {
    const isKept = wanted.keepsErrors === true && evaluated.isConfigWrong;
    return isKept ? withErrors(world, project, wanted, evaluated.problems['base'] ?? []) : evaluated;
  }
  const { config, variables, chosen } = evaluated;
  const pipeline = addPipeline(world, project, {
    ...recordOf(world, project, wanted),
    name: config.workflowName === undefined ? null : expand(config.workflowName, variables),
  });
  const { stages } = config;
  const sorted = chosen.toSorted((a, b) => stages.indexOf(a.definition.stage) - stages.indexOf(b.definition.stage));
  for (const job of sorted) makeJob(world, project, pipeline, { ...job, variables, stages });
  return { kind: 'created', pipeline };
}

interface ChosenJob extends Chosen {
  readonly definition: JobDefinition;
}

export type Evaluation =
  | (PipelineResult & { readonly kind: 'refused' } & { readonly isConfigWrong: boolean })
  | {
      readonly kind: 'ready';
      readonly config: CiConfig;
      readonly variables: ReadonlyMap<string, string>;
      readonly chosen: readonly ChosenJob[];
    };

/** What a pipeline would consist of, or why there would be none. Changes nothing. */
export function evaluatePipeline(world: World, project: Project, wanted: NewPipeline): Evaluation {
  const repository = repositoryOf(world, project);
  const path = wanted.configPath ?? configPathOf(project);
  const text = wanted.configText ?? repository.fileAt(wanted.sha, path)?.bytes.toString('utf8');
  if (text === undefined) return refused(['Missing CI config file']);
  const config = configFrom(world, text, (file) => repository.fileAt(wanted.sha, file)?.bytes.toString('utf8'));
  if (config.errors.length > 0) return refused(config.errors, { isConfigWrong: true });

  const variables = variablesFor(world, project, wanted, config);
  const context = contextOf(repository, wanted, variables);
  if (config.workflowRules !== undefined) {
    const rule = matchRule(config.workflowRules, context);
    const isFiltered = rule === undefined || rule.when === 'never';
    if (isFiltered) return refused(['Pipeline filtered out by workflow rules.'], { isEmpty: true });
  }
  const chosen = config.jobs.flatMap((definition) => {
    const use = choose(definition, context);
    return use === undefined ? [] : [{ definition, ...use }];
  });
  if (chosen.length === 0) return refused([noJobs], { isEmpty: true });
  const missing = missingNeed(chosen.map(({ definition }) => definition));
  if (missing !== undefined) return refused([missing], { isConfigWrong: true });
  return { kind: 'ready', config, variables, chosen };
}

const configsState = defineState(() => new Map<string, CiConfig>());

/** Most commits have the configuration of the one before; without includes the text decides alone. */
function configFrom(world: World, text: string, readFile: (path: string) => string | undefined): CiConfig {
  const known = world.state(configsState).get(text);
  if (known !== undefined) return known;
  const config = readCiConfig(text, readFile);
  if (config.includes.length === 0) world.state(configsState).set(text, config);
  return config;
}

const noJobs =
  'Pipeline will not run for the selected trigger. The rules configuration prevented any jobs from being added to the pipeline.';

export function configPathOf(project: Project): string {
  const path = project.settings['ci_config_path'];
  return typeof path === 'string' && path !== '' ? path : '.gitlab-ci.yml';
}

function refused(
  base: readonly string[],
  { isEmpty = false, isConfigWrong = false }: { readonly isEmpty?: boolean; readonly isConfigWrong?: boolean } = {},
): Evaluation & { kind: 'refused' } {
  return { kind: 'refused', problems: { base }, isEmpty, isConfigWrong };
}

function withErrors(world: World, project: Project, wanted: NewPipeline, errors: readonly string[]): PipelineResult {
  const now = world.clock.timestamp();
  const pipeline = addPipeline(world, project, {
    ...recordOf(world, project, wanted),
    status: 'failed',
    finishedAt: now,
    yamlErrors: errors.join(', '),
  });
  return { kind: 'created', pipeline };
}

function recordOf(world: World, project: Project, wanted: NewPipeline) {
  const commit = repositoryOf(world, project).resolve(wanted.sha);
  return {
    sha: wanted.sha,
    ref: wanted.ref,
    isTag: wanted.isTag ?? false,
    source: wanted.source,
    userId: wanted.userId,
    variables: wanted.variables ?? [],
    mergeRequestId: wanted.mergeRequest?.id,
    scheduleId: wanted.scheduleId,
    createdAt: wanted.createdAt ?? world.clock.timestamp(),
    beforeSha: wanted.beforeSha ?? '0'.repeat(40),
    committedAt: commit === undefined ? null : new Date(commit.committer.date).toISOString(),
  };
}

interface Chosen {
  readonly when: string;
  readonly allowFailure: boolean;
}

/** Whether a job runs here, and how; undefined: it is not part of this pipeline. */
function choose(definition: JobDefinition, context: CiContext): Chosen | undefined {
  const { rules, only, except } = definition;
  if (rules !== undefined) {
    const rule = matchRule(rules, context);
    const when = rule?.when ?? definition.when;
    if (rule === undefined || when === 'never') return undefined;
    return { when, allowFailure: rule.allowFailure ?? definition.allowFailure ?? false };
  }
  const isMergeRequest = context.source === 'merge_request_event';
  if (!matchRefs(only ?? ['branches', 'tags'], context) || (isMergeRequest && only === undefined)) return undefined;
  if (except !== undefined && matchRefs(except, context)) return undefined;
  if (definition.when === 'never') return undefined;
  // Nobody has to play a manual job, unless its rules say so.
  return { when: definition.when, allowFailure: definition.allowFailure ?? definition.when === 'manual' };
}

function missingNeed(jobs: readonly JobDefinition[]): string | undefined {
  const names = new Set(jobs.flatMap(({ name }) => [name, name.replace(/(?: \d+\/\d+|: \[.*\])$/, '')]));
  for (const { name, needs = [] } of jobs) {
    const missing = needs.find((need) => !names.has(need));
    if (missing !== undefined) {
      return `'${name}' job needs '${missing}' job, but '${missing}' does not exist in the pipeline. This might be because of the \`only\`, \`except\`, or \`rules\` keywords. To need a job that sometimes does not exist in the pipeline, use \`needs:optional\`.`;
    }
  }
  return undefined;
}

interface JobContext extends ChosenJob {
  readonly variables: ReadonlyMap<string, string>;
  readonly stages: readonly string[];
}

function makeJob(world: World, project: Project, pipeline: Pipeline, context: JobContext): Job {
  const { definition, when, allowFailure, stages } = context;
  const variables = new Map([...context.variables, ...definition.variables]);
  const use = definition.environment;
  const environment =
    use === undefined
      ? undefined
      : {
          ...use,
          name: expand(use.name, variables),
          url: use.url === undefined ? undefined : expand(use.url, variables),
        };
  if (environment !== undefined && environment.action === 'start') {
    const { createdAt } = pipeline;
    ensureEnvironment(world, project, { name: environment.name, externalUrl: environment.url ?? null, createdAt });
  }
  const { resourceGroup } = definition;
  return addJob(world, pipeline, {
    kind: definition.trigger === undefined ? 'build' : 'bridge',
    name: definition.name,
    stage: definition.stage,
    stageIndex: stages.indexOf(definition.stage),
    when,
    allowFailure,
    createdAt: pipeline.createdAt,
    startInMs: definition.startInMs,
    needs: definition.needs,
    tags: definition.tags,
    environment,
    resourceGroup: resourceGroup === undefined ? undefined : expand(resourceGroup, variables),
    trigger: definition.trigger,
    artifactsUse: definition.artifacts,
    plan: planJob(world, definition),
  });
}

function variablesFor(world: World, project: Project, wanted: NewPipeline, config: CiConfig): Map<string, string> {
  const { sha, ref, isTag = false, source, mergeRequest } = wanted;
  const commit = repositoryOf(world, project).resolve(sha);
  const message = commit?.message ?? '';
  const isProtectedRef = isTag ? isProtectedTag(world, project, ref) : isProtectedBranch(world, project, ref);
  const given = (wanted.variables ?? []).map(({ key, value }) => [key, value] as const);
  return new Map([
    ['CI', 'true'],
    ['GITLAB_CI', 'true'],
    ['CI_COMMIT_SHA', sha],
    ['CI_COMMIT_SHORT_SHA', sha.slice(0, 8)],
    ['CI_COMMIT_REF_NAME', mergeRequest?.sourceBranch ?? ref],
    ['CI_COMMIT_REF_SLUG', toSlug(mergeRequest?.sourceBranch ?? ref)],
    ['CI_COMMIT_REF_PROTECTED', String(isProtectedRef)],
    ['CI_COMMIT_MESSAGE', message],
    ['CI_COMMIT_TITLE', message.split('\n', 1)[0] ?? ''],
    ['CI_DEFAULT_BRANCH', project.defaultBranch ?? ''],
    ['CI_PIPELINE_SOURCE', source],
    ['CI_PROJECT_ID', String(project.id)],
    ['CI_PROJECT_NAME', project.path],
    ['CI_PROJECT_PATH', project.fullPath],
    ...(isTag
      ? [['CI_COMMIT_TAG', ref] as const]
      : mergeRequest === undefined
        ? [['CI_COMMIT_BRANCH', ref] as const]
        : []),
    ...(mergeRequest === undefined
      ? []
      : ([
          ['CI_MERGE_REQUEST_IID', String(mergeRequest.iid)],
          ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', mergeRequest.sourceBranch],
          ['CI_MERGE_REQUEST_TARGET_BRANCH_NAME', mergeRequest.targetBranch],
        ] as const)),
    ...config.variables,
    ...effectiveCiVariables(world, project, { isProtectedRef }),
    ...given,
  ]);
}

function contextOf(repository: Repository, wanted: NewPipeline, variables: ReadonlyMap<string, string>): CiContext {
  const { sha, ref, isTag = false, source, mergeRequest, beforeSha } = wanted;
  const isPush = source === 'push' && !isTag;
  const from = mergeRequest?.baseSha ?? (isPush ? (beforeSha ?? repository.resolve(sha)?.parents[0]) : undefined);
  const changedPaths = () =>
    from === undefined || repository.resolve(from) === undefined
      ? undefined
      : repository.diff(from, sha).flatMap(({ oldPath, newPath }) => [oldPath, newPath]);
  const paths = () => [...(repository.treeAt(sha)?.keys() ?? [])];
  return {
    variables,
    ref: mergeRequest?.sourceBranch ?? ref,
    isTag,
    source,
    changedPaths,
    exists: (pattern) => paths().some((path) => matchGlob(pattern, path)),
  };
}

/** `$NAME` and `${NAME}`; what nobody set is left as it is. */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, plain?: string) => {
    return variables.get(braced ?? plain ?? '') ?? whole;
  });
}
