import { branches } from './branches.ts';
import { changelog } from './changelog.ts';
import { commitComments } from './commit-comments.ts';
import { commits } from './commits.ts';
import { protectedBranches } from './protected-branches.ts';
import { protectedTags } from './protected-tags.ts';
import { releaseLinks } from './release-links.ts';
import { releases } from './releases.ts';
import { repositoryArchive } from './repository-archive.ts';
import { repositoryFiles } from './repository-files.ts';
import { repositoryTree } from './repository-tree.ts';
import type { Resource } from './routes.ts';
import { submodules } from './submodules.ts';
import { tags } from './tags.ts';

/** Code: files, history, names for commits, and what is released from them. */
export const repositoryResources: readonly Resource[] = [
  repositoryTree,
  repositoryFiles,
  repositoryArchive,
  commits,
  commitComments,
  changelog,
  submodules,
  branches,
  protectedBranches,
  tags,
  protectedTags,
  releases,
  releaseLinks,
];
