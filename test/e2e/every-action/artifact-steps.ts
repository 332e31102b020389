import { within } from './steps.ts';

const ci = `build:
  script: [echo dish > dish.txt]
  artifacts:
    paths: [dish.txt]
deploy:
  script: [echo deployed]
  environment: guarded
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH
`;

/** What jobs leave behind, in a project with a pipeline of its own. */
export const artifactSteps = [
  ['project.create', { name: 'Artifacts', initialize_with_readme: true }],
  within({ project_id: '$project.create/id' }, [
    ['environment.create', { name: 'guarded' }],
    [
      'environment.protected_protect',
      { name: 'guarded', deploy_access_levels: [{ access_level: 40 }], approval_rules: [{ access_level: 40 }] },
    ],
    [
      'repository.file_create',
      { file_path: '.gitlab-ci.yml', branch: 'main', commit_message: 'Build dishes', content: ci },
    ],
    { advanceMs: 600_000 },
    ['job.list_project', { scope: ['success'] }],
    within({ job_id: '$job.list_project/items/1/id', ref_name: 'main', job: 'build', artifact_path: 'dish.txt' }, [
      'job.artifacts',
      'job.download_artifacts',
      'job.download_single_artifact',
      'job.download_single_artifact_by_ref',
      'job.keep_artifacts',
      'job.delete_artifacts',
      'job.erase',
    ]),
    'job.delete_project_artifacts',
    ['environment.deployment_list', {}],
    [
      'environment.deployment_approve_or_reject',
      { deployment_id: '$environment.deployment_list/items/0/id', status: 'approved' },
      { refused: 'This deployment is not waiting for approvals' },
    ],
    [
      'repository.file_create',
      { file_path: 'a.md', branch: 'other', start_branch: 'main', commit_message: 'Other', content: 'a' },
    ],
    ['merge_request.create', { source_branch: 'other', target_branch: 'main', title: 'Other' }],
    ['merge_request.create_pipeline', { merge_request_iid: '$merge_request.create/iid' }],
  ]),
] as const;
