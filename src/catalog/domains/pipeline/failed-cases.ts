/** A test report without the cases that passed or were skipped, and how many those were. */
export function failedCasesOnly(report: unknown): { readonly report: unknown; readonly hidden: number } {
  if (!isRecord(report) || !Array.isArray(report['test_suites'])) return { report, hidden: 0 };
  let hidden = 0;
  const suites = report['test_suites'].map((suite: unknown) => {
    if (!isRecord(suite) || !Array.isArray(suite['test_cases'])) return suite;
    const failed = suite['test_cases'].filter(
      (testCase: unknown) => isRecord(testCase) && (testCase['status'] === 'failed' || testCase['status'] === 'error'),
    );
    hidden += suite['test_cases'].length - failed.length;
    return { ...suite, test_cases: failed };
  });
  return { report: { ...report, test_suites: suites }, hidden };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
