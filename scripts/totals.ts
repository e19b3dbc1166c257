/** Numbers of tests by result. */
export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** The totals of no tests. */
export const NOTHING: Totals = { passed: 0, failed: 0, skipped: 0 };

/** The sum of two totals. */
export function addTotals(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The last line of a run. */
export function closingLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Totals of Vitest's JSON report. A file that could not be loaded is reported as a failed suite without tests. */
export function vitestTotals(report: unknown): Totals {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  };
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return { passed: numPassedTests, failed: numFailedTests + unloaded, skipped: numPendingTests + numTodoTests };
}

/** Totals of Playwright's JSON report. A test that passed when repeated counts as passed; Playwright calls it flaky. */
export function playwrightTotals(report: unknown): Totals {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}
