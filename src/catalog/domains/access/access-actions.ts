import { accessRequests } from './access-requests.ts';
import { deployKeys } from './deploy-keys.ts';
import { deployTokens } from './deploy-tokens.ts';
import { groupTokens } from './group-tokens.ts';
import { invitations } from './invitations.ts';
import { personalTokens } from './personal-tokens.ts';
import { projectTokens } from './project-tokens.ts';

export const accessActions = [
  ...deployKeys,
  ...deployTokens,
  ...projectTokens,
  ...groupTokens,
  ...personalTokens,
  ...accessRequests,
  ...invitations,
];
