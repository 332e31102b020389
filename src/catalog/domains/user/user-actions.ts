import { accountState } from './account-state.ts';
import { currentUser } from './current-user.ts';
import { emails } from './emails.ts';
import { events } from './events.ts';
import { instanceAccounts } from './instance-accounts.ts';
import { keys } from './keys.ts';
import { namespaces } from './namespaces.ts';
import { notificationSettings } from './notification-settings.ts';
import { todos } from './todos.ts';
import { userTokens } from './user-tokens.ts';
import { users } from './users.ts';

export const userActions = [
  ...currentUser,
  ...users,
  ...accountState,
  ...keys,
  ...emails,
  ...userTokens,
  ...todos,
  ...events,
  ...namespaces,
  ...notificationSettings,
  ...instanceAccounts,
];
