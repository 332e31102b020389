import { viewerProjectLevel } from '../access/levels.ts';
import { levels } from '../world/members.ts';
import { pipelinesOf, type Pipeline } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { hasTier } from '../world/settings.ts';
import {
  type Vulnerability,
  type VulnerabilityState,
  changeVulnerability,
  findVulnerability,
  vulnerabilitiesOf,
} from '../world/vulnerabilities.ts';
import { notAvailable } from './errors.ts';
import { fromGlobalId, toGlobalId } from './ids.ts';
import { payload } from './payload.ts';
import { type Area, type Context, type FieldDefinition, type ObjectDefinition, connection } from './schema.ts';

const reportTypes = [
  'API_FUZZING',
  'CLUSTER_IMAGE_SCANNING',
  'CONTAINER_SCANNING',
  'COVERAGE_FUZZING',
  'DAST',
  'DEPENDENCY_SCANNING',
  'GENERIC',
  'SAST',
  'SECRET_DETECTION',
] as const;

/** Most severe first. */
const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNKNOWN'] as const;

/** What each mutation makes of a vulnerability. */
const changes = {
  Confirm: 'CONFIRMED',
  Dismiss: 'DISMISSED',
  Resolve: 'RESOLVED',
  RevertToDetected: 'DETECTED',
} as const satisfies Record<string, VulnerabilityState>;

const selection = {
  state: '[VulnerabilityState!]',
  reportType: '[VulnerabilityReportType!]',
  scanner: '[String!]',
  dismissalReason: '[VulnerabilityDismissalReason!]',
  hasIssues: 'Boolean',
  hasResolution: 'Boolean',
};

interface Selection {
  readonly state?: readonly string[];
  readonly severity?: readonly string[];
  readonly reportType?: readonly string[];
  readonly scanner?: readonly string[];
  readonly dismissalReason?: readonly string[];
  readonly image?: readonly string[];
  readonly identifierName?: string;
  readonly hasIssues?: boolean;
  readonly hasMergeRequest?: boolean;
  readonly hasResolution?: boolean;
  readonly sort?: string;
}

const text = { type: 'String' } satisfies FieldDefinition;
const open = (fields: ObjectDefinition['fields']): ObjectDefinition => ({ grant: 'open', fields });

/** What scanners found in a project: Ultimate only, for developers and up. */
export const vulnerabilities: Area = {
  enterprise: true,
  enums: {
    VulnerabilityState: ['DETECTED', 'CONFIRMED', 'DISMISSED', 'RESOLVED'],
    VulnerabilitySeverity: severities,
    VulnerabilityReportType: reportTypes,
    VulnerabilityDismissalReason: [
      'ACCEPTABLE_RISK',
      'FALSE_POSITIVE',
      'MITIGATING_CONTROL',
      'NOT_APPLICABLE',
      'USED_IN_TESTS',
    ],
    VulnerabilitySort: ['severity_desc', 'severity_asc', 'detected_desc', 'detected_asc'],
  },
  inputs: Object.fromEntries(
    Object.keys(changes).map((change) => [
      `Vulnerability${change}Input`,
      {
        id: 'VulnerabilityID!',
        comment: 'String',
        clientMutationId: 'String',
        ...(change === 'Dismiss' ? { dismissalReason: 'VulnerabilityDismissalReason' } : {}),
      },
    ]),
  ),
  abstracts: {
    VulnerabilityLocation: {
      possible: reportTypes.map(locationType),
      typeOf: ({ reportType }: LocationSource) => locationType(reportType),
    },
  },
  objects: {
    Query: {
      fields: {
        vulnerability: {
          type: 'Vulnerability',
          args: { id: 'VulnerabilityID!' },
          resolve: (_source: unknown, { id }: { id: string }, context: Context) => findVisible(context, id),
        },
      },
    },
    Project: {
      fields: {
        vulnerabilities: connection(
          'Vulnerability',
          {
            ...selection,
            severity: '[VulnerabilitySeverity!]',
            image: '[String!]',
            identifierName: 'String',
            hasMergeRequest: 'Boolean',
            sort: 'VulnerabilitySort',
          },
          (project: Project, args: Selection, context) => sorted(selected(context, project, args), args.sort),
        ),
        vulnerabilitySeveritiesCount: {
          type: 'VulnerabilitySeveritiesCount',
          args: selection,
          resolve: (project: Project, args: Selection, context: Context) => {
            const found = selected(context, project, args);
            const count = (severity: string) => found.filter((each) => each.severity === severity).length;
            return Object.fromEntries(severities.map((severity) => [severity.toLowerCase(), count(severity)]));
          },
        },
        pipeline: {
          type: 'Pipeline',
          args: { iid: 'ID', id: 'CiPipelineID', sha: 'String' },
          resolve: (project: Project, args: PipelineArgs, { world }: Context) =>
            pipelinesOf(world, project).findLast(
              (pipeline) =>
                (args.iid === undefined || String(pipeline.iid) === args.iid) &&
                (args.id === undefined || pipeline.id === fromGlobalId(args.id, 'Ci::Pipeline')) &&
                (args.sha === undefined || pipeline.sha === args.sha),
            ),
        },
      },
    },
    Mutation: {
      fields: Object.fromEntries(
        Object.entries(changes).map(([change, state]) => [
          `vulnerability${change}`,
          {
            type: `Vulnerability${change}Payload`,
            args: { input: `Vulnerability${change}Input!` },
            resolve: (_source: unknown, { input }: { input: ChangeInput }, context: Context) =>
              apply(context, input, state),
          },
        ]),
      ),
    },
    ...Object.fromEntries(
      Object.keys(changes).map((change) => [
        `Vulnerability${change}Payload`,
        payload({ vulnerability: { type: 'Vulnerability' } }),
      ]),
    ),
    Vulnerability: {
      grant: {
        permission: 'read_vulnerability',
        boundary: ({ projectId }: Vulnerability, { world }: Context) => ({
          kind: 'project',
          project: world.projects.get(projectId),
        }),
      },
      fields: {
        id: { type: 'ID!', resolve: ({ id }: Vulnerability) => toGlobalId('Vulnerability', id) },
        title: text,
        description: text,
        state: { type: 'VulnerabilityState' },
        severity: { type: 'VulnerabilitySeverity' },
        reportType: { type: 'VulnerabilityReportType' },
        webUrl: {
          type: 'String',
          resolve: ({ id, projectId }: Vulnerability, _args: unknown, { world }: Context) =>
            world.url(`/${world.projects.get(projectId).fullPath}/-/security/vulnerabilities/${id}`),
        },
        detectedAt: { type: 'Time!' },
        updatedAt: { type: 'Time' },
        ...inState('CONFIRMED', 'confirmed'),
        ...inState('DISMISSED', 'dismissed'),
        ...inState('RESOLVED', 'resolved'),
        dismissalReason: { type: 'VulnerabilityDismissalReason' },
        stateComment: { type: 'String', resolve: ({ comment }: Vulnerability) => comment },
        presentOnDefaultBranch: { type: 'Boolean!', resolve: () => true },
        resolvedOnDefaultBranch: { type: 'Boolean!', resolve: () => false },
        falsePositive: { type: 'Boolean', resolve: () => false },
        solution: text,
        hasRemediations: { type: 'Boolean', resolve: () => false },
        scanner: { type: 'VulnerabilityScanner' },
        primaryIdentifier: {
          type: 'VulnerabilityIdentifier',
          resolve: ({ identifiers }: Vulnerability) => identifiers[0],
        },
        identifiers: { type: '[VulnerabilityIdentifier!]!' },
        links: { type: '[VulnerabilityLink!]!', resolve: () => [] },
        location: {
          type: 'VulnerabilityLocation',
          resolve: ({ location, reportType }: Vulnerability): LocationSource => ({ ...location, reportType }),
        },
        issueLinks: connection('VulnerabilityIssueLink', {}, () => []),
        project: {
          type: 'Project',
          resolve: ({ projectId }: Vulnerability, _args: unknown, { world }: Context) => world.projects.get(projectId),
        },
      },
    },
    VulnerabilityScanner: open({ name: text, vendor: text, externalId: text }),
    VulnerabilityIdentifier: open({ name: text, externalType: text, externalId: text, url: text }),
    VulnerabilityLink: open({ name: text, url: { type: 'String!' } }),
    VulnerabilityIssueLink: open({ issue: { type: 'Issue' }, linkType: { type: 'String!' } }),
    VulnerabilitySeveritiesCount: open(
      Object.fromEntries(severities.map((severity) => [severity.toLowerCase(), { type: 'Int' }])),
    ),
    ...Object.fromEntries(
      reportTypes.map((type) => [
        locationType(type),
        open({
          file: text,
          startLine: text,
          endLine: text,
          vulnerableClass: text,
          vulnerableMethod: text,
          image: text,
          operatingSystem: text,
          dependency: { type: 'VulnerableDependency' },
          crashType: text,
          crashState: text,
          hostname: text,
          path: text,
          requestMethod: text,
          param: text,
          description: text,
        }),
      ]),
    ),
    VulnerableDependency: open({ package: { type: 'VulnerablePackage' }, version: text }),
    VulnerablePackage: open({ name: text }),
    Pipeline: open({
      id: { type: 'ID!', resolve: ({ id }: Pipeline) => toGlobalId('Ci::Pipeline', id) },
      iid: { type: 'String!', resolve: ({ iid }: Pipeline) => String(iid) },
      securityReportSummary: { type: 'SecurityReportSummary', resolve: summarise },
    }),
    SecurityReportSummary: open(
      Object.fromEntries(reportTypes.map((type) => [sectionName(type), { type: 'SecurityReportSummarySection' }])),
    ),
    SecurityReportSummarySection: open({
      vulnerabilitiesCount: { type: 'Int' },
      scannedResourcesCount: { type: 'Int' },
      scannedResourcesCsvPath: text,
    }),
  },
};

interface PipelineArgs {
  readonly iid?: string;
  readonly id?: string;
  readonly sha?: string;
}

interface ChangeInput {
  readonly id: string;
  readonly comment?: string;
  readonly dismissalReason?: string;
}

interface LocationSource {
  readonly reportType: (typeof reportTypes)[number];
}

function locationType(reportType: string): string {
  const words = reportType.split('_').map((word) => word[0] + word.slice(1).toLowerCase());
  // API fuzzing finds things at the same places as dynamic scans.
  return reportType === 'API_FUZZING' ? 'VulnerabilityLocationDast' : `VulnerabilityLocation${words.join('')}`;
}

function sectionName(reportType: string): string {
  return reportType.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** When and by whom it was brought into a state, as long as it is in it. */
function inState(state: VulnerabilityState, name: string): Record<string, FieldDefinition> {
  return {
    [`${name}At`]: { type: 'Time', resolve: (each: Vulnerability) => (each.state === state ? each.changedAt : null) },
    [`${name}By`]: {
      type: 'UserCore',
      resolve: (each: Vulnerability, _args: unknown, { world }: Context) =>
        each.state === state && each.changedById !== null ? world.users.find(each.changedById) : null,
    },
  };
}

function mayLook(context: Context, project: Project): boolean {
  return hasTier(context.world.settings, 'ultimate') && viewerProjectLevel(context, project) >= levels.developer;
}

function findVisible(context: Context, id: string): Vulnerability | undefined {
  const found = findVulnerability(context.world, fromGlobalId(id, 'Vulnerability'));
  return found !== undefined && mayLook(context, context.world.projects.get(found.projectId)) ? found : undefined;
}

function selected(context: Context, project: Project, args: Selection): Vulnerability[] {
  if (!mayLook(context, project)) return [];
  const among = (wanted: readonly string[] | undefined, value: string | null | undefined) =>
    wanted === undefined || (typeof value === 'string' && wanted.includes(value));
  return vulnerabilitiesOf(context.world, project).filter(
    (each) =>
      among(args.state, each.state) &&
      among(args.severity, each.severity) &&
      among(args.reportType, each.reportType) &&
      among(args.scanner, each.scanner.externalId) &&
      among(args.dismissalReason, each.dismissalReason) &&
      among(args.image, each.location.image) &&
      (args.identifierName === undefined || each.identifiers.some(({ name }) => name === args.identifierName)) &&
      args.hasIssues !== true &&
      args.hasMergeRequest !== true &&
      args.hasResolution !== true,
  );
}

function sorted(found: readonly Vulnerability[], sort = 'severity_desc'): Vulnerability[] {
  const sign = sort.endsWith('_desc') ? -1 : 1;
  const rank = ({ severity }: Vulnerability) => -severities.indexOf(severity);
  return found.toSorted((a, b) =>
    sort.startsWith('severity') ? sign * (rank(a) - rank(b)) : sign * a.detectedAt.localeCompare(b.detectedAt),
  );
}

function apply(context: Context, { id, comment, dismissalReason }: ChangeInput, state: VulnerabilityState) {
  const { world, user } = context;
  const vulnerability = findVisible(context, id);
  if (vulnerability === undefined || user === undefined) throw notAvailable();
  if (viewerProjectLevel(context, world.projects.get(vulnerability.projectId)) < levels.maintainer)
    throw notAvailable();
  changeVulnerability(world, vulnerability, {
    state,
    changedById: state === 'DETECTED' ? null : user.id,
    comment: comment ?? null,
    dismissalReason: state === 'DISMISSED' ? (dismissalReason ?? null) : null,
  });
  return { vulnerability, errors: [] };
}

/** By scanner, of those that reported something; the rest did not run. */
function summarise({ projectId }: Pipeline, _args: unknown, context: Context) {
  const found = selected(context, context.world.projects.get(projectId), {});
  return Object.fromEntries(
    reportTypes.flatMap((type) => {
      const count = found.filter(({ reportType }) => reportType === type).length;
      return count === 0
        ? []
        : [
            [
              sectionName(type),
              { vulnerabilitiesCount: count, scannedResourcesCount: 0, scannedResourcesCsvPath: null },
            ],
          ];
    }),
  );
}
