import type { Action } from './action.ts';
import { branches } from './domains/branch/branches.ts';
import { issueActions } from './domains/issue/issue-actions.ts';
import { discoverProjectActions } from './domains/discover-project/discover-project-actions.ts';
import { searchActions } from './domains/search/search-actions.ts';
import { serverActions } from './domains/server/server-actions.ts';
import { wikiActions } from './domains/wiki/wiki-actions.ts';

/** Every area of the catalog. An action is added in its area's file; only a new area is added here. */
export const domains: readonly (readonly Action[])[] = [
  branches,
  issueActions,
  discoverProjectActions,
  searchActions,
  serverActions,
  wikiActions,
];
