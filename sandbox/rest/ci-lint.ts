import { forbidden, notFound } from '../http/refusal.ts';
import { type CiConfig, type JobDefinition, readCiConfig } from '../world/ci-config.ts';
import { configPathOf, evaluatePipeline } from '../world/pipeline-creation.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import { writeYaml } from '../world/yaml-writer.ts';
import type { Call } from './call.ts';
import { code } from './code.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/ci/lint';

/** Says what is wrong with a CI/CD configuration: the one a project has, or one that is sent. */
export const ciLint: Resource = {
  routes(routes) {
    const reading = {
      content_ref: optional.string(),
      sha: optional.string(),
      dry_run: optional.boolean({ default: false }),
      include_jobs: optional.boolean({ default: false }),
      ref: optional.string(),
      dry_run_ref: optional.string(),
    };
    routes.get(path, { permission: 'read_ci_lint', params: reading }, (call) => {
      const { project, repository } = code(call);
      const { content_ref, sha, dry_run, include_jobs, ref, dry_run_ref } = call.params;
      const at = content_ref ?? sha ?? 'HEAD';
      const commit = repository.resolve(at);
      if (commit === undefined) throw notFound('Commit');
      const bytes = repository.fileAt(commit.sha, configPathOf(project))?.bytes;
      if (bytes === undefined) {
        return {
          valid: false,
          errors: ['Please provide content of .gitlab-ci.yml'],
          warnings: [],
          merged_yaml: null,
          includes: [],
        };
      }
      const branch = dry_run ? (dry_run_ref ?? ref ?? content_ref ?? project.defaultBranch ?? '') : undefined;
      return lint(call, project, { content: bytes.toString('utf8'), at: commit.sha, branch, include_jobs });
    });

    const sent = {
      content: requires.string(),
      dry_run: optional.boolean({ default: false }),
      include_jobs: optional.boolean({ default: false }),
      ref: optional.string(),
    };
    routes.post(path, { permission: 'validate_ci_lint', status: 200, params: sent }, (call) => {
      const project = call.project('developer');
      const { content, dry_run, include_jobs, ref } = call.params;
      const branch = ref ?? project.defaultBranch ?? '';
      return lint(call, project, { content, at: branch, branch: dry_run ? branch : undefined, include_jobs });
    });
  },
};

interface Question {
  readonly content: string;
  /** Where included files are read. */
  readonly at: string;
  /** The branch a pipeline is tried on; undefined: only the text is checked. */
  readonly branch: string | undefined;
  readonly include_jobs: boolean;
}

function lint(call: Call<unknown>, project: Project, question: Question) {
  const { world } = call;
  const repository = repositoryOf(world, project);
  const config = readCiConfig(question.content, (file) => repository.fileAt(question.at, file)?.bytes.toString('utf8'));
  const errors = [...config.errors];
  if (errors.length === 0 && question.branch !== undefined) {
    if (call.levelIn(project) < levels.developer) throw forbidden();
    errors.push(...simulate(call, project, question.branch, question.content));
  }
  const isValid = errors.length === 0;
  return {
    valid: isValid,
    errors,
    warnings: config.warnings,
    merged_yaml: config.merged === undefined ? null : writeYaml(config.merged),
    includes: config.includes.map(({ type, location }) => ({
      type,
      location,
      blob: type === 'local' ? world.url(`/${project.fullPath}/-/blob/${question.at}/${location}`) : null,
      raw: type === 'local' ? world.url(`/${project.fullPath}/-/raw/${question.at}/${location}`) : null,
      extra: {},
      context_project: project.fullPath,
      context_sha: repository.resolve(question.at)?.sha ?? null,
    })),
    ...(question.include_jobs ? { jobs: isValid ? presentJobs(config) : [] } : {}),
  };
}

/** What would refuse a pipeline on that branch. */
function simulate(call: Call<unknown>, project: Project, branch: string, content: string): readonly string[] {
  const sha = repositoryOf(call.world, project).resolve(branch)?.sha;
  if (sha === undefined) return ['Reference not found'];
  const wanted = { sha, ref: branch, source: 'push', userId: call.me.id, configText: content };
  const evaluated = evaluatePipeline(call.world, project, wanted);
  return evaluated.kind === 'refused' ? (evaluated.problems['base'] ?? []) : [];
}

function presentJobs({ jobs, stages }: CiConfig) {
  return jobs
    .toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage))
    .map((job: JobDefinition) => ({
      name: job.name,
      stage: job.stage,
      before_script: job.beforeScript,
      script: job.script,
      after_script: job.afterScript,
      tag_list: job.tags,
      only: job.only === undefined ? { refs: ['branches', 'tags'] } : { refs: job.only },
      except: job.except === undefined ? null : { refs: job.except },
      environment: job.environment?.name ?? null,
      when: job.when,
      allow_failure: job.allowFailure ?? job.when === 'manual',
      needs: job.needs?.map((name) => ({ name, artifacts: true })) ?? null,
    }));
}
