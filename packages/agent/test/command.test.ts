import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tempFolder } from '@twicewise/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allOf, asking, type CommandOptions, command, type Evaluation, scoreOf } from '../src/index.ts';

const NODE = `"${process.execPath}"`;
const context = { attempt: 1, signal: new AbortController().signal };

function folder(files: Record<string, string> = {}): string {
  const { path, remove } = tempFolder('checked');
  onTestFinished(remove);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

async function run(line: string, options: CommandOptions = {}, signal = context.signal) {
  const evaluation = await command<null>(line, options)(null, { ...context, signal });
  return { ...evaluation, check: evaluation.checks[0] };
}

describe('a command as evaluator', () => {
  it('passes with exit code 0 and fails with any other, with what it wrote', async () => {
    const good = await run(`${NODE} -e "console.log('all is well')"`);
    expect(good).toMatchObject({ passed: true, errors: [], check: { verdict: 'pass', exitCode: 0, counts: null } });
    expect(good.check?.output).toBe('all is well\n');
    expect(good.check?.ms).toBeGreaterThan(0);
    const bad = await run(`${NODE} -e "console.error('Error: no such table: orders'); process.exit(3)"`);
    expect(bad).toMatchObject({ passed: false, check: { verdict: 'fail', exitCode: 3 } });
    expect(bad.errors).toMatchObject([{ message: 'Error: no such table: orders' }]);
  });

  it('counts what a real run of tests counts, and knows its kind', async () => {
    const cwd = folder({
      'a.test.js':
        "const { test } = require('node:test'); test('a', () => {}); test('b', () => { throw new Error('b is broken'); }); test.skip('c');",
    });
    const { passed, check, errors } = await run(`${NODE} --test`, { cwd });
    expect(passed).toBe(false);
    expect(check).toMatchObject({
      kind: 'tests',
      verdict: 'fail',
      counts: { passed: 1, failed: 1, skipped: 1, total: 3 },
    });
    expect(errors.map(({ message }) => message).join('\n')).toContain('b is broken');
  });

  it('fails where the runner ends with 0 although tests failed', async () => {
    const { passed, check } = await run(`${NODE} -e "console.log('Tests:       2 failed, 3 passed, 5 total')"`);
    expect([passed, check?.counts]).toMatchObject([false, { passed: 3, failed: 2 }]);
  });

  it('measures nothing where it cannot be started', async () => {
    const missing = await run('a-program-that-is-not-there --now');
    expect(missing).toMatchObject({ passed: null, check: { verdict: 'error' } });
    const nowhere = await run(`${NODE} -v`, { cwd: join(folder(), 'gone') });
    expect(nowhere).toMatchObject({ passed: null, check: { verdict: 'error' } });
    expect(nowhere.errors[0]?.message).toMatch(/^There is no folder .*gone\.$/);
  });

  it('that hangs is killed with all that it started, and has failed', async () => {
    const cwd = folder({
      'child.js': "setTimeout(() => require('node:fs').writeFileSync('lived.txt', ''), 1500);",
      'parent.js':
        "require('node:child_process').spawn(process.execPath, ['child.js']); console.log('started'); setInterval(() => {}, 1000);",
    });
    const { passed, check, errors } = await run(`${NODE} parent.js`, { cwd, timeLimitMs: 700 });
    expect([passed, check?.verdict, check?.exitCode]).toEqual([false, 'error', null]);
    expect(errors[0]?.message).toBe('It did not end within 700 ms.');
    await wait(1500);
    expect(existsSync(join(cwd, 'lived.txt'))).toBe(false);
  });

  it('ends with its own end, whatever it leaves behind that holds its output open', async () => {
    const before = performance.now();
    const left = await run('setsid sleep 20 & echo "Tests  3 passed (3)"');
    expect([left.passed, left.check?.counts]).toMatchObject([true, { passed: 3 }]);
    const cwd = folder();
    expect((await run('(sleep 1; touch lived.txt) & echo done', { cwd })).passed).toBe(true);
    await wait(1500);
    expect(existsSync(join(cwd, 'lived.txt')), 'what it left running ended with it').toBe(false);
    const killed = await run('setsid sleep 20 & sleep 20', { timeLimitMs: 300 });
    expect(killed.passed).toBe(false);
    expect(performance.now() - before).toBeLessThan(15_000);
  });

  it('is killed when the program ends that runs it', async () => {
    const cwd = folder();
    const source = join(import.meta.dirname, '../src/index.ts');
    const lines = `import { command } from ${JSON.stringify(source)};
setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500);
await command('sleep 2; touch lived.txt', { cwd: ${JSON.stringify(cwd)} })(null, { attempt: 1, signal: new AbortController().signal });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', lines], { stdio: 'ignore' });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGTERM');
    await wait(2500);
    expect(existsSync(join(cwd, 'lived.txt'))).toBe(false);
  });

  it.each([{ timeLimitMs: 0 }, { timeLimitMs: Number.NaN }, { outputBytes: 0 }, { outputBytes: Number.NaN }])(
    'is refused limits that make no sense: %o',
    (wrong) => {
      expect(() => command('true', wrong)).toThrow(RangeError);
      expect(() => command(' ')).toThrow(RangeError);
    },
  );

  it('may have all the time there is', async () => {
    expect((await run('true', { timeLimitMs: Number.POSITIVE_INFINITY })).passed).toBe(true);
  });

  it('that floods is ended, and keeps beginning and end of what it wrote', async () => {
    const flood = "const lines = (function* () { yield 'the beginning\\n'; for (;;) yield 'x'.repeat(65536); })();";
    const cwd = folder({ 'flood.js': `${flood} require('node:stream').Readable.from(lines).pipe(process.stdout);` });
    const { passed, check, errors } = await run(`${NODE} flood.js`, { cwd, outputBytes: 2000 });
    expect([passed, errors[0]?.message]).toEqual([false, 'It wrote without end.']);
    expect(String(check?.output)).toMatch(/^the beginning\nx+\n… \d+ bytes left out …\nx+$/);
    expect(String(check?.output).length).toBeLessThan(2100);
    const long = await run(
      `${NODE} -e "for (let n = 0; n < 5000; n++) console.log('line ' + n); console.log('Error: at the end'); process.exitCode = 1"`,
      { outputBytes: 1000 },
    );
    expect(String(long.check?.output)).toMatch(/^line 0\n[\s\S]*bytes left out[\s\S]*Error: at the end\n$/);
    expect(long.errors[0]?.message).toBe('Error: at the end');
  });

  it('ends when the run is aborted, and says nothing of the output', async () => {
    const control = new AbortController();
    setTimeout(() => control.abort(), 200);
    const { passed, errors } = await run(`${NODE} -e "setInterval(() => {}, 1000)"`, {}, control.signal);
    expect([passed, errors[0]?.message]).toEqual([null, 'The run was aborted.']);
    expect((await run(`${NODE} -v`, {}, AbortSignal.abort())).passed).toBeNull();
  });

  it('has no colours in what it keeps', async () => {
    const { check } = await run(`${NODE} -e "console.log('\\u001b[31mred\\u001b[0m')"`);
    expect(check?.output).toBe('red\n');
  });
});

describe('several evaluators', () => {
  const says = (passed: boolean | null): Evaluation => ({
    passed,
    checks: [{ kind: 'combined', verdict: 'unknown' }],
    errors: passed === false ? [{ message: 'no' }] : [],
  });

  it.each([
    [[true, true], true],
    [[true, null], true],
    [[true, false], false],
    [[null, false], false],
    [[null, null], null],
    [[], null],
  ])('that say %o come to %o', async (verdicts, passed) => {
    const all = await allOf<null>(...verdicts.map((one) => () => says(one)))(null, context);
    expect(all.passed).toBe(passed);
    expect(all.checks).toHaveLength(verdicts.length);
  });

  it('say what they know although one of them throws or answers nonsense', async () => {
    const ill = () => Promise.reject(new Error('The judge is ill'));
    const odd = () => true as unknown as Evaluation;
    const all = await allOf<null>(() => says(false), ill, odd)(null, context);
    expect(all.passed).toBe(false);
    expect(all.errors.map(({ message }) => message)).toEqual([
      'no',
      'The judge is ill',
      'An evaluator must answer { passed, checks, errors }; asking() takes yes and no.',
    ]);
  });

  it('may be questions, answered with yes, no, or what is wrong', async () => {
    expect(await asking<number>('judge', (output) => output > 3)(4, context)).toMatchObject({
      passed: true,
      errors: [],
    });
    expect(await asking<number>('judge', async () => false)(4, context)).toMatchObject({
      passed: false,
      errors: [{ message: 'judge says no.' }],
    });
    expect(await asking<number>('judge', () => 'too small')(4, context)).toMatchObject({
      passed: false,
      errors: [{ message: 'too small' }],
    });
  });

  it('give a score: the share of tests, and less than 1 unless all passed', () => {
    const tests = (passed: number, failed: number, whole: boolean | null) =>
      scoreOf({ passed: whole, checks: [{ kind: 'tests', verdict: 'fail', counts: { passed, failed } }], errors: [] });
    expect(tests(3, 1, false)).toBe(0.75);
    expect(tests(4, 0, false)).toBe(0.99);
    expect(tests(4, 0, true)).toBe(1);
    expect(scoreOf(says(false))).toBe(0);
    expect(scoreOf(says(null))).toBeNull();
  });
});
