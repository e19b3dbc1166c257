// How test runners report passes and failures. Each prints its own form of summary; numbers anywhere else do not count (R3).

/** A counted result. Null means that the program did not say; a count that its summary omits because it is zero is 0. */
export interface Counts {
  passed: number | null;
  failed: number | null;
  skipped: number | null;
  /** Go reports whether packages passed, and reports tests only on request. */
  unit: 'tests' | 'packages';
  /** A part of the output is missing, so there may have been more. */
  atLeast?: true;
}

/** Text such as `12 passed, 1 failed, 2 skipped`, as far as the counts are known. */
export function countsText({ passed, failed, skipped, unit, atLeast }: Counts): string {
  const told = [
    [passed, 'passed'],
    [failed, 'failed'],
    [skipped, 'skipped'],
  ] as const;
  const counts = told.flatMap(([count, word]) => (count === null ? [] : [`${count} ${word}`])).join(', ');
  const said = atLeast ? `at least ${counts}` : counts;
  return unit === 'packages' ? `packages: ${said}` : said;
}

type Words = Readonly<Record<string, number>>;

const FAILED = ['failed', 'failing', 'fail', 'failure', 'failures', 'error', 'errors'];
const PASSED = ['passed', 'passing', 'pass'];
const SKIPPED = ['skipped', 'skip', 'skips', 'pending', 'ignored', 'todo', 'excluded'];

function sum(words: Words, names: readonly string[]): number | null {
  const found = names.flatMap((name) => words[name] ?? []);
  return found.length === 0 ? null : found.reduce((total, count) => total + count, 0);
}

/** `3 failed, 12 passed` → a number for each word. */
function wordsOf(list: string): Words {
  const pairs = [...list.matchAll(/(\d{1,9}) ([a-z]+)/g)].map(([, count, word = '']) => [word, Number(count)] as const);
  return Object.fromEntries(pairs);
}

/** Counts of a summary that omits zeros. */
function complete(words: Words): Counts {
  const passed = sum(words, PASSED) ?? 0;
  return { passed, failed: sum(words, FAILED) ?? 0, skipped: sum(words, SKIPPED) ?? 0, unit: 'tests' };
}

/** Counts of a summary with the total number of tests and the number of failures. */
function ofTotal(words: Words, total: readonly string[]): Counts {
  const failed = sum(words, FAILED) ?? 0;
  const skipped = sum(words, SKIPPED) ?? 0;
  return { passed: Math.max(0, (sum(words, total) ?? 0) - failed - skipped), failed, skipped, unit: 'tests' };
}

const LIST = String.raw`\d{1,9} [a-z]+(?:, \d{1,9} [a-z]+)*`;
/** `=== 3 failed, 12 passed in 0.5s ===` */
const PYTEST = new RegExp(`^=* ?(${LIST}) in \\d+(?:\\.\\d+)?s\\b`);
/** `Tests:       1 failed, 10 passed, 11 total` */
const JEST = new RegExp(`^Tests: +(${LIST})$`);
/** `Tests  1 failed | 12 passed (13)` */
const VITEST = /^Tests {1,4}(\d{1,9} [a-z]+(?: \| \d{1,9} [a-z]+)*) \(\d+\)/;
/** `test result: ok. 12 passed; 0 failed; 1 ignored; …` */
const CARGO = /^test result: (?:ok|FAILED)\. (\d{1,9} passed; \d{1,9} failed; \d{1,9} ignored)/;
/** `14 doctests, 297 tests, 0 failures, 1 skipped` of ExUnit, `12 examples, 0 failures` of RSpec. */
const OF_TOTAL =
  /^((?:\d{1,9} (?:doctests?|property|properties), )*\d{1,9} (?:tests?|examples?), \d{1,9} failures?(?:, \d{1,9} [a-z]+)*)/;
/** `5 runs, 10 assertions, 1 failures, 0 errors, 0 skips` of minitest. */
const MINITEST = /^(\d{1,9} runs, \d{1,9} assertions, \d{1,9} failures, \d{1,9} errors, \d{1,9} skips)/;
const TOTAL = 'doctest doctests property properties test tests example examples runs'.split(' ');

function ofLine(line: string): Counts | null {
  const list = (PYTEST.exec(line) ?? JEST.exec(line) ?? VITEST.exec(line) ?? CARGO.exec(line))?.[1];
  if (list !== undefined) {
    const words = wordsOf(list);
    return sum(words, [...PASSED, ...FAILED]) === null ? null : complete(words);
  }
  const total = (OF_TOTAL.exec(line) ?? MINITEST.exec(line))?.[1];
  return total === undefined ? null : ofTotal(wordsOf(total), TOTAL);
}

/** `12 passing (30ms)`, `1 failing`, `2 pending` of Mocha; `# pass 12` or `ℹ pass 12` of Node: one line for each. */
const ONE_EACH = /^(?:(\d{1,9}) (passing|failing|pending)(?: \(.*\))?|[#ℹ] (pass|fail|skipped) (\d{1,9}))$/;

function ofSingleLines(lines: readonly string[], isWhole: boolean): Counts[] {
  const words: Record<string, number> = {};
  for (const line of lines) {
    const [, before, mocha, node, after] = ONE_EACH.exec(line) ?? [];
    const [word, count] = [mocha ?? node, before ?? after];
    if (word !== undefined) words[word] = (words[word] ?? 0) + Number(count);
  }
  if (sum(words, [...PASSED, ...FAILED]) === null) return [];
  // Mocha omits lines for zero, so where a part of the output is missing the count is unknown.
  const orNone = (count: number | null) => count ?? (isWhole ? 0 : null);
  return [{ ...complete(words), passed: orNone(sum(words, PASSED)), failed: orNone(sum(words, FAILED)) }];
}

/** `Ran 12 tests in 0.5s`, then `OK` or `FAILED (failures=1, errors=2)`. */
function ofUnittest(lines: readonly string[]): Counts[] {
  return lines.flatMap((line, at) => {
    const ran = /^Ran (\d{1,9}) tests? in /.exec(line)?.[1];
    const verdict = lines.slice(at + 1, at + 4).find((next) => /^(?:OK|FAILED)\b/.test(next));
    if (ran === undefined || verdict === undefined) return [];
    const of = (word: string) => Number(new RegExp(`\\b${word}=(\\d{1,9})`).exec(verdict)?.[1] ?? 0);
    const words = { tests: Number(ran), failures: of('failures'), errors: of('errors'), skipped: of('skipped') };
    return [ofTotal(words, TOTAL)];
  });
}

/** `ok  	module/pkg	0.3s`, `FAIL	module/pkg [build failed]`. A package without tests to run passed none. */
const GO = /^(ok|FAIL)\s+\S+\s+(?:\d+(?:\.\d+)?s|\(cached\)|\[(?:build|setup) failed\])/;

/**
 * Counts Go packages. No total is printed, so passes are known only when all lines are there. A failed package is visible even in
 * a part of the output.
 */
function ofPackages(lines: readonly string[], { isWhole, hasEnd }: Seen): Counts[] {
  const said = lines.filter((line) => !line.includes('[no tests to run]')).flatMap((line) => GO.exec(line)?.[1] ?? []);
  if (said.length === 0) return [];
  const failed = said.filter((word) => word === 'FAIL').length;
  const rest = { skipped: null, unit: 'packages', atLeast: true } as const;
  if (!isWhole && failed > 0) return [{ passed: null, failed, ...rest }];
  // A run with any failure ends with `FAIL`, so the end alone shows that nothing failed.
  if (!isWhole) return hasEnd && !lines.includes('FAIL') ? [{ passed: said.length, failed: 0, ...rest }] : [];
  return [{ passed: said.length - failed, failed, skipped: null, unit: 'packages' }];
}

function together(all: readonly Counts[]): Counts | null {
  const [first, ...others] = all;
  const add = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0));
  const counts = others.reduce<Counts | undefined>(
    (sums, one) =>
      sums && {
        passed: add(sums.passed, one.passed),
        failed: add(sums.failed, one.failed),
        skipped: add(sums.skipped, one.skipped),
        unit: sums.unit,
      },
    first,
  );
  return counts && (counts.passed ?? 0) + (counts.failed ?? 0) >= 1 ? counts : null;
}

/** Which part of an output is there: all of it, or at least its end, as `tail` shows it. */
export interface Seen {
  isWhole: boolean;
  hasEnd: boolean;
}

/** The sum of all summaries in an output; null when there is none. */
export function countsIn(output: string, seen: Seen): Counts | null {
  const lines = output.split('\n').map((line) => line.trim());
  const ofTests = [
    ...lines.flatMap((line) => ofLine(line) ?? []),
    ...ofSingleLines(lines, seen.isWhole || seen.hasEnd),
    ...ofUnittest(lines),
  ];
  return together(ofTests.length > 0 ? ofTests : ofPackages(lines, seen));
}
