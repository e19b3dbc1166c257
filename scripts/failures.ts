import { stripVTControlCharacters } from 'node:util';

/** A test or gate that failed at least once in a run. */
export interface Failure {
  /** Where it is and what it is called. */
  name: string;
  /** What the first failed attempt said. */
  message: string;
  /** True where a later attempt passed. */
  passedLater: boolean;
}

/** Lines of a message that the end of a log shows; the whole message stands where the test ran. */
const MESSAGE_LINES = 12;

interface PlaywrightError {
  message?: string;
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

interface PlaywrightSpec {
  file: string;
  title: string;
  tests: { projectName: string; status: string; results: { errors: PlaywrightError[] }[] }[];
}

/** Failures of Playwright's JSON report, those included that belong to no test. */
export function playwrightFailures(report: unknown): Failure[] {
  const { suites = [], errors } = report as Pick<PlaywrightSuite, 'suites'> & { errors: PlaywrightError[] };
  const others = errors.map(({ message = '' }) => ({ name: 'outside the tests', message, passedLater: false }));
  // The outermost suites are the files.
  return [...suites.flatMap((file) => failuresOfSuite(file, [])), ...others];
}

function failuresOfSuite({ suites = [], specs = [] }: PlaywrightSuite, groups: readonly string[]): Failure[] {
  const within = suites.flatMap((suite) => failuresOfSuite(suite, [...groups, suite.title]));
  return [...specs.flatMap((spec) => failuresOfSpec(spec, groups)), ...within];
}

function failuresOfSpec({ file, title, tests }: PlaywrightSpec, groups: readonly string[]): Failure[] {
  return tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ projectName, status, results }) => ({
      name: `${[file, ...groups, title].join(' › ')} (${projectName})`,
      message: results.flatMap((result) => result.errors)[0]?.message ?? '',
      passedLater: status === 'flaky',
    }));
}

/** The failures of a run for the end of its log, where one looks first; empty where nothing failed. */
export function failureSummary(failures: readonly Failure[]): string {
  return (
    listed(
      'Passed only when repeated',
      failures.filter((failure) => failure.passedLater),
    ) +
    listed(
      'Failed',
      failures.filter((failure) => !failure.passedLater),
    )
  );
}

function listed(heading: string, failures: readonly Failure[]): string {
  return failures.length === 0 ? '' : `\n${heading}:\n${failures.map(described).join('')}`;
}

function described({ name, message }: Failure): string {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, MESSAGE_LINES);
  return `  ${name}\n${lines.map((line) => `      ${line}\n`).join('')}`;
}
