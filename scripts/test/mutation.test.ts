import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULES } from '../check/mutation/modules.ts';
import { type MutantStatus, scoreOf, survivorsOf } from '../check/mutation/score.ts';
import { CHECKOUT, projectFiles } from '../gate.ts';

const SOURCE = 'const a = 1;\nreturn a\n  < 2;\n';

function reportOf(...statuses: [line: number, status: MutantStatus][]) {
  const mutants = statuses.map(([line, status]) => ({
    mutatorName: 'EqualityOperator',
    replacement: 'a\n  >= 2',
    status,
    location: { start: { line } },
  }));
  return { files: { 'src/a.ts': { source: SOURCE, mutants } } };
}

describe('modules of the mutation check', () => {
  const files = projectFiles(CHECKOUT);
  const globs = Object.entries(MODULES).flatMap(([name, { sources, tests }]) => [
    ...sources.map((glob) => [name, 'sources', glob] as const),
    ...tests.map((glob) => [name, 'tests', glob] as const),
  ]);

  it.each(globs)('%s: %s %s are there', (_name, _what, glob) => {
    expect(files.some((file) => matchesGlob(file, glob))).toBe(true);
  });
});

describe('a report of mutants', () => {
  it('is scored by what was noticed of all that was tried', () => {
    const report = reportOf([1, 'Killed'], [1, 'Killed'], [1, 'Timeout'], [2, 'Survived'], [2, 'NoCoverage']);
    const counts = { killed: 2, timeouts: 1, survived: 1, uncovered: 1, failed: 0, percent: 60 };
    expect(scoreOf(report)).toEqual(counts);
  });

  it('scores nothing for what the tool could not try, and 0 where nothing was', () => {
    expect(scoreOf(reportOf([1, 'Killed'], [1, 'CompileError']))).toMatchObject({ failed: 1, percent: 100 });
    expect(scoreOf(reportOf([1, 'RuntimeError']))).toMatchObject({ failed: 1, percent: 0 });
  });

  it('names what was not noticed: where, what is there, and what it became', () => {
    expect(survivorsOf(reportOf([2, 'NoCoverage'], [1, 'Survived'], [1, 'Killed']))).toEqual([
      'src/a.ts:1  const a = 1;  (EqualityOperator: a >= 2)',
      'src/a.ts:2  return a  (not run, EqualityOperator: a >= 2)',
    ]);
  });
});
