import { ciLint } from './ci-lint.ts';
import { ciVariables } from './ci-variables.ts';
import { commitStatuses } from './commit-statuses.ts';
import { containerRegistry } from './container-registry.ts';
import { deployKeys } from './deploy-keys.ts';
import { deployments } from './deployments.ts';
import { environments } from './environments.ts';
import { featureFlags } from './feature-flags.ts';
import { freezePeriods } from './freeze-periods.ts';
import { jobArtifacts } from './job-artifacts.ts';
import { jobTokenScope } from './job-token-scope.ts';
import { jobs } from './jobs.ts';
import { packages } from './packages.ts';
import { pipelineSchedules } from './pipeline-schedules.ts';
import { pipelines } from './pipelines.ts';
import { protectedEnvironments } from './protected-environments.ts';
import { protectionRules } from './protection-rules.ts';
import { resourceGroups } from './resource-groups.ts';
import type { Resource } from './routes.ts';
import { runnerControllers } from './runner-controllers.ts';
import { runners } from './runners.ts';
import { testReports } from './test-reports.ts';
import { triggers } from './triggers.ts';

/** What becomes of code: pipelines and their jobs, deployments, flags, packages, images. */
export const ciResources: readonly Resource[] = [
  pipelines,
  testReports,
  pipelineSchedules,
  triggers,
  jobs,
  jobArtifacts,
  jobTokenScope,
  resourceGroups,
  commitStatuses,
  ciVariables,
  ciLint,
  runners,
  runnerControllers,
  environments,
  protectedEnvironments,
  deployments,
  freezePeriods,
  featureFlags,
  deployKeys,
  packages,
  containerRegistry,
  protectionRules,
];
