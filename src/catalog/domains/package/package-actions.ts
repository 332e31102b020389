import { genericPackages } from './generic-packages.ts';
import { packages } from './packages.ts';
import { protectionRules } from './protection-rules.ts';
import { registryProtection } from './registry-protection.ts';
import { registryRepositories } from './registry-repositories.ts';
import { registryTags } from './registry-tags.ts';

export const packageActions = [
  ...packages,
  ...genericPackages,
  ...protectionRules,
  ...registryRepositories,
  ...registryTags,
  ...registryProtection,
];
