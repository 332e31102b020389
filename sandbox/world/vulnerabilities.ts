import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export type VulnerabilityState = 'DETECTED' | 'CONFIRMED' | 'DISMISSED' | 'RESOLVED';
export type Severity = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO' | 'UNKNOWN';

/** Where it is; which of these are known depends on the scanner. */
export interface VulnerabilityLocation {
  readonly file?: string;
  readonly startLine?: string;
  readonly endLine?: string;
  readonly image?: string;
  readonly operatingSystem?: string;
  readonly dependency?: { readonly package: { readonly name: string }; readonly version: string };
}

export interface Identifier {
  readonly name: string;
  readonly externalType: string;
  readonly externalId: string;
  readonly url: string | null;
}

/** What a scanner found, and what people made of it. */
export interface Vulnerability {
  readonly id: number;
  readonly projectId: number;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly reportType: 'SAST' | 'SECRET_DETECTION' | 'DEPENDENCY_SCANNING' | 'CONTAINER_SCANNING';
  readonly scanner: { readonly name: string; readonly vendor: string; readonly externalId: string };
  readonly identifiers: readonly Identifier[];
  readonly location: VulnerabilityLocation;
  readonly solution: string | null;
  readonly detectedAt: string;
  updatedAt: string;
  state: VulnerabilityState;
  /** Who brought it into its state, and when; null while it is as it was detected. */
  changedById: number | null;
  changedAt: string | null;
  dismissalReason: string | null;
  comment: string | null;
}

const vulnerabilitiesState = defineState((): Vulnerability[] => []);

export function addVulnerability(
  world: World,
  project: Project,
  given: Omit<
    Vulnerability,
    'id' | 'projectId' | 'updatedAt' | 'state' | 'changedById' | 'changedAt' | 'dismissalReason' | 'comment'
  >,
): Vulnerability {
  const vulnerability: Vulnerability = {
    ...given,
    id: world.nextId('vulnerability'),
    projectId: project.id,
    updatedAt: given.detectedAt,
    state: 'DETECTED',
    changedById: null,
    changedAt: null,
    dismissalReason: null,
    comment: null,
  };
  world.state(vulnerabilitiesState).push(vulnerability);
  return vulnerability;
}

export function findVulnerability(world: World, id: number): Vulnerability | undefined {
  return world.state(vulnerabilitiesState).find((vulnerability) => vulnerability.id === id);
}

/** In order of detection. */
export function vulnerabilitiesOf(world: World, project: Project): Vulnerability[] {
  return world.state(vulnerabilitiesState).filter(({ projectId }) => projectId === project.id);
}

export function changeVulnerability(
  world: World,
  vulnerability: Vulnerability,
  change: Pick<Vulnerability, 'state' | 'changedById' | 'comment' | 'dismissalReason'>,
): void {
  const now = world.clock.timestamp();
  Object.assign(vulnerability, change, { changedAt: change.state === 'DETECTED' ? null : now, updatedAt: now });
}
