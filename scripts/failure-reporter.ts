import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import type { Failure } from './failures.ts';

/** Environment variable with the path of the file that gets the failures. */
export const FAILURES_FILE = 'TWICEWISE_TEST_FAILURES';

/**
 * Reporter for Vitest that writes each failure to a file, as JSON. Vitest's own JSON report lacks errors outside the tests, and
 * what differs.
 */
export default class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[FAILURES_FILE];
    if (path === undefined) throw new Error(`${FAILURES_FILE} names no file.`);
    const failures = [...modules.flatMap(failuresOfModule), ...failuresFrom('outside the tests', unhandled)];
    writeFileSync(path, JSON.stringify(failures));
  }
}

function failuresOfModule(module: TestModule): Failure[] {
  const file = module.relativeModuleId;
  return [
    ...failuresFrom(file, module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) => failuresFrom(`${file} › ${suite.fullName}`, suite.errors())),
    ...[...module.children.allTests()].flatMap((test) =>
      failuresFrom(`${file} › ${test.fullName}`, test.result().errors ?? []),
    ),
  ];
}

function failuresFrom(name: string, errors: readonly SerializedError[]): Failure[] {
  return errors.map((error) => ({ name, message: saidBy(error), passedLater: false }));
}

/** What an error says, with what was expected and what came, and without the way through the code. */
function saidBy({ stack, message, diff }: SerializedError): string {
  const [said = message] = (stack ?? message).split(/\n\s+at /);
  return diff === undefined ? said : `${said}\n${diff}`;
}
