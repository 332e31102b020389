export const pipelineTroubleshooting = `# Pipeline troubleshooting

From a red pipeline to its cause, the cheap looks first.

## Steps

1. Which pipeline? Compare its commit with the head of the branch: the failure may be of an older commit.
2. Which job failed **first**? Later stages often fail or are skipped only because of it.
3. Read its failure reason, then the end of its log. The first error in the log counts, not the last.
4. Did it pass before? Compare with the last green pipeline of the same branch: commits, image, variables, runner.
5. Retry **once**. If it passes, it is a flaky test or a runner, which still wants an issue.
6. Run the same command locally in the same image.

## A job is pending

| sign | cause | remedy |
| --- | --- | --- |
| stuck, no runner | no runner online has all tags of the job | correct the tags, or start such a runner |
| waits long | all runners busy | more runners, or a higher limit for them |
| protected branch | only protected runners or variables may serve it | protect the branch, or use other runners |
| waits for a resource | another job of the same resource group runs | let it end, or cancel it |
| manual, scheduled | waits for a person or a time | start it |
| no pipeline at all | rules exclude it, or the configuration is invalid | check the rules, lint the configuration |

## A job failed

| failure reason | look at |
| --- | --- |
| \`script_failure\` | the log: a command ended with a code other than 0 |
| \`runner_system_failure\` | image name, registry sign-in, disk and network of the runner. Retry is fair |
| \`job_execution_timeout\` | what became slow, then the timeout of job and project |
| \`stuck_or_timeout_failure\` | whether a runner fits at all |
| \`missing_dependency_failure\` | artifacts of an earlier job that expired or were never made |
| \`unmet_prerequisites\` | what the environment needs, such as a namespace |

- **Build**: dependency not pinned, cache from another branch, changed base image. Clear the cache once to tell.
- **Test**: order, time, time zone, shared state, missing service. A test that fails alone is a real failure.
- **Deployment**: expired or protected credentials, missing variable, environment locked or stopped, target not reachable.

## Prevention

- Lint the configuration before you push. Pin images and dependencies.
- Fail fast: quick checks in the first stage, \`needs\` instead of waiting for whole stages.
- Keep what helps afterwards as artifacts, also on failure: reports, screenshots, logs.
- \`interruptible\` jobs and one pipeline per merge request save runners.
- Quarantine a flaky test the day it shows, with an issue and an owner.

## What to read here

- \`gitlab://project/{project_id}/pipelines/latest\`: the newest pipeline of the default branch
- \`gitlab://project/{project_id}/pipeline/{pipeline_id}/jobs\`: its jobs with status and failure reason
- \`gitlab://project/{project_id}/job/{job_id}\`: one job
`;
