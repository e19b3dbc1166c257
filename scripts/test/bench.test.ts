import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AIMS, FACTS, judgeAll } from '../bench/aims.ts';
import { lessonOf } from '../bench/lessons.ts';
import { toMarkdown } from '../bench/report.ts';
import type { Results, Row } from '../bench/results.ts';
import type { Measured } from '../bench/rounds.ts';
import { type Aim, distribution, exitCode, judge, median, percentile, ratio } from '../bench/statistics.ts';
import { against } from '../check/verdicts.ts';
import { CHECKOUT } from '../gate.ts';

const atMost: Aim = { name: 'wait', limit: 50, direction: 'at most', unit: 'ms' };
const atLeast: Aim = { name: 'rate', limit: 3, direction: 'at least', unit: '×' };

function measured(p50: number, perSecond: number): Measured {
  const spread = { perSecond: [perSecond, perSecond] as [number, number], p50: [p50, p50] as [number, number] };
  return { rounds: 5, calls: 100, perSecond, p50, p95: p50, p99: p50, cpu: p50, spread };
}

function resultsWith(ours: number, storeP99: number): Results {
  const sides = { ours: measured(ours, 1000), plain: measured(1, 1000) };
  const rows: Row[] = [{ size: 1000, door: 'MCP', operation: 'store', clients: 1, sides }];
  const facts = [{ name: FACTS.storeP99, unit: 'ms', sides: { ours: storeP99 } }];
  const found = { rows, facts, aims: judgeAll({ rows, facts }, 100_000) };
  return { at: '2026-01-01', machine: 'test', load: [0, 0], command: 'bench', ...found };
}

describe('statistics', () => {
  it('takes percentiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100]);
    expect(percentile([7], 0.01)).toBe(7);
    expect(percentile([], 0.5)).toBe(0);
    expect(distribution([3, 1, 2])).toEqual({ count: 3, p50: 2, p95: 3, p99: 3, max: 3 });
  });

  it('takes medians and ratios, and does not divide by nothing', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0]);
    expect([ratio(3, 2), ratio(1, 0), ratio(undefined, 1), ratio(1, undefined)]).toEqual([1.5, null, null, null]);
  });
});

describe('aims', () => {
  it.each([
    [atMost, 50, 'met'],
    [atMost, 50.1, 'not met'],
    [atMost, 100, 'not met'],
    [atMost, 100.1, 'far off'],
    [atMost, Number.NaN, 'far off'],
    [atLeast, 3, 'met'],
    [atLeast, 2.9, 'not met'],
    [atLeast, 1.4, 'far off'],
  ] as const)('judges %o with %d as %s', (aim, value, verdict) => {
    expect(judge(aim, value).verdict).toBe(verdict);
  });

  it('fails beyond twice an aim, and with strictness for every unmet one', () => {
    const judged = (value: number) => [judge(atLeast, 5), judge(atMost, value)];
    expect([40, 60, 101].map((value) => exitCode(judged(value), false))).toEqual([0, 0, 1]);
    expect([40, 60, 101].map((value) => exitCode(judged(value), true))).toEqual([0, 1, 1]);
  });

  it('are read from rows and facts of the same run', () => {
    const { aims } = resultsWith(1.2, 60);
    expect(aims.map(({ value, verdict }) => [value, verdict])).toEqual([
      [1.2, 'met'],
      [60, 'not met'],
    ]);
    const imported = { name: `${FACTS.importTime} (10,000 lessons)`, unit: 's', sides: { ours: 2 } };
    expect(judgeAll({ rows: [], facts: [imported] }, 10_000)[0]).toMatchObject({ value: 20, verdict: 'met' });
    expect(AIMS.importTime.limit).toBe(30);
  });

  it('of the checks are said when missed and fail beyond twice', () => {
    expect([against(100, 100), against(150, 100), against(201, 100)]).toEqual(['ok', 'close', 'failed']);
  });
});

describe('report', () => {
  it('names the ratio and the verdict', () => {
    const text = toMarkdown(resultsWith(2, 60));
    expect(text).toContain('| 2.00× | 1.00× |');
    expect(text).toContain('**not met**');
    expect(text).toContain('0 of 2 aims met');
  });

  it('as a program fails for an unmet aim with --check, and without it only beyond twice', () => {
    const { path: folder, remove } = tempFolder('bench-test');
    onTestFinished(remove);
    const run = (storeP99: number, ...flags: string[]) => {
      const file = join(folder, `${storeP99}.json`);
      writeFileSync(file, JSON.stringify(resultsWith(1, storeP99)));
      const args = [join(CHECKOUT, 'scripts/bench/main.ts'), '--report', file, ...flags];
      return spawnSync(process.execPath, args, { encoding: 'utf8' });
    };
    expect(run(49, '--check').status).toBe(0);
    expect(run(60).status).toBe(0);
    const unmet = run(60, '--check');
    expect([unmet.status, unmet.stdout.includes('**not met**')]).toEqual([1, true]);
    expect(run(101).status).toBe(1);
  });
});

describe('lessons', () => {
  it('are the same in every run and differ from each other', () => {
    expect(lessonOf(7)).toEqual(lessonOf(7));
    const texts = new Set(Array.from({ length: 500 }, (_, n) => JSON.stringify(lessonOf(n))));
    expect(texts.size).toBe(500);
    expect(new Set([...texts].map((text) => text.slice(0, 40))).size).toBeGreaterThan(5);
  });
});
