import { branchRules } from './branch-rules.ts';
import { branches } from './branches.ts';
import { protectedBranches } from './protected-branches.ts';

export const branchActions = [...branches, ...protectedBranches, ...branchRules];
