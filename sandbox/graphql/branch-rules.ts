import { viewerProjectLevel } from '../access/levels.ts';
import { projectRules, type ApprovalRule } from '../world/approvals.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import {
  type AccessRule,
  type ProtectedBranch,
  describeAccess,
  matchesPattern,
  protectionsOf,
} from '../world/protections.ts';
import { repositoryOf } from '../world/repository.ts';
import { hasTier } from '../world/settings.ts';
import { toGlobalId } from './ids.ts';
import { type Area, type Context, type FieldDefinition, connection } from './schema.ts';

interface BranchRule {
  readonly project: Project;
  readonly branch: ProtectedBranch;
}

const accessFields: Readonly<Record<string, FieldDefinition>> = {
  accessLevel: { type: 'Int!', resolve: ({ accessLevel }: AccessRule) => accessLevel ?? levels.maintainer },
  accessLevelDescription: {
    type: 'String!',
    resolve: (rule: AccessRule, _args: unknown, { world }: Context) => describeAccess(world, rule),
  },
};

/** What is decided for branches by pattern: who pushes, who merges. Those who develop may look. */
export const branchRules: Area = {
  objects: {
    Project: {
      fields: {
        branchRules: connection('BranchRule', {}, (project: Project, _args: unknown, context): BranchRule[] =>
          viewerProjectLevel(context, project) < levels.developer
            ? []
            : protectionsOf(context.world, project).branches.map((branch) => ({ project, branch })),
        ),
      },
    },
    BranchRule: {
      grant: {
        permission: 'read_branch_rule',
        boundary: ({ project }: BranchRule) => ({ kind: 'project', project }),
      },
      fields: {
        id: { type: 'ID', resolve: ({ branch }: BranchRule) => toGlobalId('Projects::BranchRule', branch.id) },
        name: { type: 'String!', resolve: ({ branch }: BranchRule) => branch.name },
        isDefault: {
          type: 'Boolean!',
          resolve: ({ project, branch }: BranchRule) => branch.name === project.defaultBranch,
        },
        isProtected: { type: 'Boolean!', resolve: () => true },
        matchingBranchesCount: {
          type: 'Int!',
          resolve: ({ project, branch }: BranchRule, _args: unknown, { world }: Context) =>
            [...repositoryOf(world, project).branches.keys()].filter((name) => matchesPattern(branch.name, name))
              .length,
        },
        createdAt: { type: 'Time', resolve: ({ project }: BranchRule) => project.createdAt },
        updatedAt: { type: 'Time', resolve: ({ project }: BranchRule) => project.createdAt },
        branchProtection: { type: 'BranchProtection', resolve: ({ branch }: BranchRule) => branch },
      },
    },
    BranchProtection: {
      grant: 'open',
      fields: {
        allowForcePush: { type: 'Boolean!' },
        mergeAccessLevels: connection('MergeAccessLevel', {}, ({ merge }: ProtectedBranch) => merge),
        pushAccessLevels: connection('PushAccessLevel', {}, ({ push }: ProtectedBranch) => push),
      },
    },
    MergeAccessLevel: { grant: 'open', fields: accessFields },
    PushAccessLevel: { grant: 'open', fields: accessFields },
  },
};

const personFields: Readonly<Record<string, FieldDefinition>> = {
  user: {
    type: 'UserCore',
    resolve: ({ userId }: AccessRule, _args: unknown, { world }: Context) =>
      userId === null ? null : world.users.find(userId),
  },
  group: {
    type: 'Group',
    resolve: ({ groupId }: AccessRule, _args: unknown, { world }: Context) =>
      groupId === null ? null : world.groups.find(groupId),
  },
};

/** What Enterprise builds add: approvals, status checks, grants to single users and groups. */
export const enterpriseBranchRules: Area = {
  enterprise: true,
  enums: { ApprovalRuleType: ['REGULAR', 'CODE_OWNER', 'REPORT_APPROVER', 'ANY_APPROVER'] },
  objects: {
    BranchRule: {
      fields: {
        approvalRules: connection('ApprovalProjectRule', {}, ({ project, branch }: BranchRule, _args, { world }) =>
          hasTier(world.settings, 'premium')
            ? projectRules(world, project).filter(
                ({ protectedBranchIds }) => protectedBranchIds.length === 0 || protectedBranchIds.includes(branch.id),
              )
            : [],
        ),
        externalStatusChecks: connection('ExternalStatusCheck', {}, () => []),
      },
    },
    BranchProtection: {
      fields: { codeOwnerApprovalRequired: { type: 'Boolean!' } },
    },
    MergeAccessLevel: { fields: personFields },
    PushAccessLevel: { fields: personFields },
    ApprovalProjectRule: {
      grant: 'open',
      fields: {
        id: { type: 'ID!', resolve: ({ id }: ApprovalRule) => toGlobalId('ApprovalProjectRule', id) },
        name: { type: 'String' },
        type: { type: 'ApprovalRuleType', resolve: ({ ruleType }: ApprovalRule) => ruleType.toUpperCase() },
        approvalsRequired: { type: 'Int' },
      },
    },
    ExternalStatusCheck: {
      grant: 'open',
      fields: { id: { type: 'ID!' }, name: { type: 'String!' }, externalUrl: { type: 'String!' } },
    },
  },
};
