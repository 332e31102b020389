export interface TestCase {
  readonly status: 'success' | 'failed' | 'skipped' | 'error';
  readonly name: string;
  readonly classname: string;
  readonly file: string | null;
  readonly seconds: number;
  readonly output: string | null;
  readonly stackTrace: string | null;
}

/** What one job reported; the suite has the name of the job. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

export function countCases({ cases }: TestSuite) {
  const count = (status: TestCase['status']) => cases.filter((testCase) => testCase.status === status).length;
  return {
    seconds: round(cases.reduce((sum, testCase) => sum + testCase.seconds, 0)),
    total: cases.length,
    success: count('success'),
    failed: count('failed'),
    skipped: count('skipped'),
    error: count('error'),
  };
}

export function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

/** The report as the test runner wrote it. */
export function toJunit({ name, cases }: TestSuite): string {
  const counts = countCases({ name, cases });
  const body = cases.map((testCase) => {
    const open = `    <testcase classname="${xml(testCase.classname)}" name="${xml(testCase.name)}" time="${testCase.seconds}"`;
    if (testCase.status === 'success') return `${open}/>`;
    const tag = testCase.status === 'failed' ? 'failure' : testCase.status;
    return `${open}><${tag}>${xml(testCase.output ?? '')}</${tag}></testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${xml(name)}" tests="${counts.total}" failures="${counts.failed}" time="${counts.seconds}">
${body.join('\n')}
  </testsuite>
</testsuites>
`;
}

function xml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
