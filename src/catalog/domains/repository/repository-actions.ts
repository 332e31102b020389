import { archives } from './archives.ts';
import { blobs } from './blobs.ts';
import { changelogs } from './changelogs.ts';
import { commitComments } from './commit-comments.ts';
import { commitStatuses } from './commit-statuses.ts';
import { commits } from './commits.ts';
import { comparisons } from './comparisons.ts';
import { files } from './files.ts';
import { markdown } from './markdown.ts';
import { submodules } from './submodules.ts';
import { trees } from './trees.ts';

export const repositoryActions = [
  ...trees,
  ...files,
  ...blobs,
  ...commits,
  ...comparisons,
  ...commitComments,
  ...commitStatuses,
  ...changelogs,
  ...submodules,
  ...archives,
  ...markdown,
];
