import { expect, test } from 'vitest';
import { resourceKinds, type ResourceUri, resourceUris } from '../../src/catalog/resource-uris.ts';

test('SUB-02: these twenty-six kinds can be watched and no others', () => {
  const subscribable = resourceKinds.filter((kind) => {
    const { subscribable: can }: ResourceUri = resourceUris[kind];
    return can;
  });

  expect(subscribable.toSorted()).toEqual([
    'board',
    'branch',
    'deploy_key',
    'deployment',
    'environment',
    'feature_flag',
    'file',
    'group',
    'group_label',
    'group_milestone',
    'issue',
    'job',
    'label',
    'merge_request',
    'merge_request_discussions',
    'merge_request_notes',
    'milestone',
    'pipeline',
    'pipeline_jobs',
    'pipeline_latest',
    'project',
    'project_snippet',
    'release',
    'snippet',
    'tag',
    'wiki',
  ]);
});
