/** What is the same for everything this process records. */
export interface Deployment {
  readonly transport: 'pipe' | 'tcp';
  readonly surface: string;
  /** Whether metrics are told apart by tool. */
  readonly countsTools: boolean;
  /** Hosts the operator named; others are a caller's choice and no dimension of a metric. */
  readonly hosts: ReadonlySet<string>;
}
