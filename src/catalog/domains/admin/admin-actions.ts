import { alertImages } from './alert-images.ts';
import { appearance } from './appearance.ts';
import { applications } from './applications.ts';
import { broadcastMessages } from './broadcast-messages.ts';
import { bulkImports } from './bulk-imports.ts';
import { clusterAgents } from './cluster-agents.ts';
import { customAttributes } from './custom-attributes.ts';
import { errorTracking } from './error-tracking.ts';
import { features } from './features.ts';
import { imports } from './imports.ts';
import { instance } from './instance.ts';
import { planLimits } from './plan-limits.ts';
import { secureFiles } from './secure-files.ts';
import { sidekiq } from './sidekiq.ts';
import { systemHooks } from './system-hooks.ts';
import { terraform } from './terraform.ts';
import { topics } from './topics.ts';
import { usageData } from './usage-data.ts';

export const adminActions = [
  ...instance,
  ...planLimits,
  ...appearance,
  ...broadcastMessages,
  ...applications,
  ...features,
  ...systemHooks,
  ...sidekiq,
  ...usageData,
  ...topics,
  ...customAttributes,
  ...imports,
  ...bulkImports,
  ...clusterAgents,
  ...terraform,
  ...secureFiles,
  ...errorTracking,
  ...alertImages,
];
