import { approvalRules } from './approval-rules.ts';
import { badges } from './badges.ts';
import { boards } from './boards.ts';
import { forks } from './forks.ts';
import { hooks } from './hooks.ts';
import { importExport } from './import-export.ts';
import { integrations } from './integrations.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { milestones } from './milestones.ts';
import { mirrors } from './mirrors.ts';
import { pages } from './pages.ts';
import { people } from './people.ts';
import { projects } from './projects.ts';
import { pushRules } from './push-rules.ts';
import { security } from './security.ts';
import { serviceAccounts } from './service-accounts.ts';
import { targetBranchRules } from './target-branch-rules.ts';
import { uploads } from './uploads.ts';

export const projectActions = [
  ...projects,
  ...forks,
  ...people,
  ...members,
  ...labels,
  ...milestones,
  ...boards,
  ...targetBranchRules,
  ...uploads,
  ...hooks,
  ...badges,
  ...approvalRules,
  ...pushRules,
  ...mirrors,
  ...pages,
  ...integrations,
  ...importExport,
  ...serviceAccounts,
  ...security,
];
