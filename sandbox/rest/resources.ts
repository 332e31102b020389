import { applications } from './applications.ts';
import { events } from './events.ts';
import { groups } from './groups.ts';
import { instance } from './instance.ts';
import { license } from './license.ts';
import { members } from './members.ts';
import { namespaces } from './namespaces.ts';
import { personalAccessTokens } from './personal-access-tokens.ts';
import { projectRelations } from './project-relations.ts';
import { projects } from './projects.ts';
import { accessRequests } from './access-requests.ts';
import { deployTokens } from './deploy-tokens.ts';
import { invitations } from './invitations.ts';
import { planningResources } from './planning-resources.ts';
import { ciResources } from './ci-resources.ts';
import { repositoryResources } from './repository-resources.ts';
import { resourceAccessTokens } from './resource-access-tokens.ts';
import { serviceAccounts } from './service-accounts.ts';
import { applicationSettings } from './application-settings.ts';
import { badges } from './badges.ts';
import { pushRules } from './push-rules.ts';
import { remoteMirrors } from './remote-mirrors.ts';
import { broadcastMessages } from './broadcast-messages.ts';
import { customAttributes } from './custom-attributes.ts';
import { hooks } from './hooks.ts';
import { markdown } from './markdown.ts';
import { notificationSettings } from './notification-settings.ts';
import { templates } from './templates.ts';
import { topics } from './topics.ts';
import type { Resource } from './routes.ts';
import { todos } from './todos.ts';
import { uploads } from './uploads.ts';
import { user } from './user.ts';
import { userKeys } from './user-keys.ts';
import { users } from './users.ts';

/** Every area of the API. A new one adds its import above and its line here. */
export const resources: readonly Resource[] = [
  // The instance and its people.
  instance,
  license,
  applications,
  user,
  users,
  userKeys,
  personalAccessTokens,
  events,
  todos,
  // Where work lives.
  namespaces,
  groups,
  members,
  projects,
  projectRelations,
  uploads,
  // Who gets in.
  accessRequests,
  invitations,
  resourceAccessTokens,
  deployTokens,
  serviceAccounts,
  // What is set up around it.
  applicationSettings,
  badges,
  broadcastMessages,
  customAttributes,
  hooks,
  markdown,
  notificationSettings,
  pushRules,
  remoteMirrors,
  templates,
  topics,
  // Code, and what is made of it.
  ...repositoryResources,
  ...ciResources,
  // Work, and its review.
  ...planningResources,
];
