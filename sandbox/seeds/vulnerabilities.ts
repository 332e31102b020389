import { addVulnerability, type Vulnerability, changeVulnerability } from '../world/vulnerabilities.ts';
import type { World } from '../world/world.ts';
import { daysAgo } from './seed.ts';

const semgrep = { name: 'Semgrep', vendor: 'GitLab', externalId: 'semgrep' };
const gitleaks = { name: 'Gitleaks', vendor: 'GitLab', externalId: 'gitleaks' };
const gemnasium = { name: 'Gemnasium', vendor: 'GitLab', externalId: 'gemnasium' };
const trivy = { name: 'Trivy', vendor: 'GitLab', externalId: 'trivy' };

const cwe = (number: number) => ({
  name: `CWE-${number}`,
  externalType: 'cwe',
  externalId: String(number),
  url: `https://cwe.mitre.org/data/definitions/${number}.html`,
});

/** What scanners found in the ground station: seen with an Ultimate licence only. */
export function vulnerabilities(world: World): void {
  const ground = world.projects.at('orbital/ground-station');
  const add = (
    days: number,
    given: Pick<
      Vulnerability,
      'title' | 'description' | 'severity' | 'reportType' | 'scanner' | 'identifiers' | 'location'
    > & {
      readonly solution?: string;
    },
  ) => addVulnerability(world, ground, { solution: null, ...given, detectedAt: daysAgo(world, days) });

  add(9, {
    title: 'Shell command built from a request',
    description: 'The name of a recording reaches a shell without being quoted.',
    severity: 'CRITICAL',
    reportType: 'SAST',
    scanner: semgrep,
    identifiers: [cwe(78)],
    location: { file: 'scripts/deploy.sh', startLine: '12', endLine: '14' },
    solution: 'Pass the name as an argument of its own.',
  });
  add(21, {
    title: 'Private key in the repository',
    description: 'A key that opens a shell on the test station was committed.',
    severity: 'HIGH',
    reportType: 'SECRET_DETECTION',
    scanner: gitleaks,
    identifiers: [cwe(798)],
    location: { file: 'docs/access.md', startLine: '8', endLine: '8' },
  });
  add(30, {
    title: 'Slow regular expression in a parser of dates',
    description: 'A long text keeps a core busy for seconds.',
    severity: 'MEDIUM',
    reportType: 'DEPENDENCY_SCANNING',
    scanner: gemnasium,
    identifiers: [cwe(1333)],
    location: { file: 'package-lock.json', dependency: { package: { name: 'date-words' }, version: '2.1.0' } },
    solution: 'Upgrade date-words to 2.1.4.',
  });
  const old = add(60, {
    title: 'Old library in the base image',
    description: 'Nothing of ours loads it.',
    severity: 'LOW',
    reportType: 'CONTAINER_SCANNING',
    scanner: trivy,
    identifiers: [cwe(1104)],
    location: {
      image: 'node:22-slim',
      operatingSystem: 'debian 12',
      dependency: { package: { name: 'libxml2' }, version: '2.9.14' },
    },
  });
  changeVulnerability(world, old, {
    state: 'DISMISSED',
    changedById: world.users.named('alice').id,
    comment: 'Never loaded.',
    dismissalReason: 'NOT_APPLICABLE',
  });
}
