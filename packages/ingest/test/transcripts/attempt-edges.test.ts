import { describe, expect, it } from 'vitest';
import type { TranscriptAttempt } from '../../src/transcripts/attempts/attempt.ts';
import { AttemptCollector } from '../../src/transcripts/attempts/collect-attempts.ts';
import { readIn } from './episode/reading.ts';
import { TranscriptBuilder } from './transcript.ts';

// Attempts of a transcript at their edges: what an edit, a check or words of a person begin, go on with, and end.

const begin = (request = 'Make the cart add up') => new TranscriptBuilder().prompt(request);
const edited = (builder: TranscriptBuilder, id = 'e', path = '/work/shop/a.ts') => builder.edit(id, path, 'a', 'b');
const attemptsOf = async (builder: TranscriptBuilder): Promise<TranscriptAttempt[]> => (await readIn(builder)).attempts;
const only = async (builder: TranscriptBuilder): Promise<TranscriptAttempt> => {
  const [attempt, ...others] = await attemptsOf(builder);
  expect(others).toEqual([]);
  return attempt ?? expect.unreachable('there is an attempt');
};
const PASSED = 'Tests  4 passed (4)';
const FAILED = 'Tests  1 failed | 3 passed (4)';

describe('the request of an attempt', () => {
  it('is the latest that names a task; the first counts whatever it is', async () => {
    const requestOf = async (...requests: string[]) => {
      const builder = new TranscriptBuilder();
      for (const request of requests) builder.prompt(request);
      return (await only(edited(builder))).request;
    };
    expect(await requestOf('Fix the cart', 'Fix the header')).toBe('Fix the header');
    expect(await requestOf('Fix the cart', 'go on')).toBe('Fix the cart');
    expect(await requestOf('go on', 'continue')).toBe('go on');
    expect(await requestOf('go on', 'Fix the cart')).toBe('Fix the cart');
    expect((await requestOf('word '.repeat(100))).length).toBe(300);
    expect(await requestOf()).toBe('');
  });
});

describe('the strategy of an attempt', () => {
  it('is what was said last before it, of this request, and of which something is left', async () => {
    const strategyOf = async (builder: TranscriptBuilder) => (await only(edited(builder))).strategy;
    expect(await strategyOf(new TranscriptBuilder())).toBe('a.ts: `a` → `b`');
    expect(await strategyOf(begin().say('I parse it.').say('I cut it.'))).toBe('I cut it.');
    expect(await strategyOf(begin().say('I parse it.').say('Let me run it.'))).toBe('I parse it.');
    expect(await strategyOf(begin().say('I parse it.').prompt('Fix the header'))).toBe('a.ts: `a` → `b`');
    expect((await strategyOf(begin().say('word '.repeat(100)))).length).toBe(200);
  });

  it('is the command where that changed files, shortened', async () => {
    const builder = begin().run('g', `go generate ${'./long '.repeat(60)}`, '');
    const { strategy, files, edits } = await only(builder);
    expect(strategy).toMatch(/^go generate \.\/long /);
    expect([strategy.length, files, edits]).toEqual([200, [], []]);
  });
});

describe('an attempt', () => {
  it('goes on with more edits until it is checked, and with more checks until something is changed', async () => {
    const builder = edited(begin(), 'e1');
    edited(builder, 'e2').run('t1', 'npm test', FAILED, true).run('l1', 'npx eslint .', '');
    edited(builder, 'e3').run('t2', 'npm test', PASSED);
    const attempts = await attemptsOf(builder);
    expect(
      attempts.map(({ ordinal, edits, checks, outcome }) => [ordinal, edits.length, checks.length, outcome]),
    ).toEqual([
      [1, 2, 2, 'failure'],
      [2, 1, 1, 'success'],
    ]);
  });

  it('has the edits of a line before its check with it, and those after it in the next one', async () => {
    const line = "sed -i 's/a/b/' src/a.ts && npm test && sed -i 's/c/d/' src/b.ts";
    const attempts = await attemptsOf(begin().run('c', line, PASSED));
    expect(attempts.map(({ files, outcome }) => [files.map(({ path }) => path), outcome])).toEqual([
      [['src/a.ts'], 'success'],
      [['src/b.ts'], 'unknown'],
    ]);
    // Of a line that failed it is known only what came before anything ran.
    const failed = await attemptsOf(begin().run('c', line, FAILED, true));
    expect(failed.map(({ files, outcome }) => [files.map(({ path }) => path), outcome])).toEqual([
      [['src/a.ts'], 'failure'],
    ]);
    const two = "npm run lint && sed -i 's/a/b/' src/a.ts && npm test";
    expect(await attemptsOf(begin().run('c', two, FAILED, true))).toEqual([]);
    expect((await only(begin().run('c', two, PASSED))).files).toHaveLength(1);
  });

  it('does not begin with a command that changes files and failed', async () => {
    const generate = (failed: boolean) =>
      begin().run('g', 'go generate ./...', '', failed).run('t', 'npm test', PASSED);
    expect(await attemptsOf(generate(true))).toEqual([]);
    expect(await attemptsOf(generate(false))).toHaveLength(1);
  });

  it('counts the latest hundred edits, and the lines of all of them', async () => {
    const builder = begin();
    for (let n = 0; n < 101; n++) builder.edit(`e${n}`, `/work/shop/${n}.ts`, '', 'x');
    const { edits, files } = await only(builder);
    expect([edits.length, edits[0]?.path, edits.at(-1)?.path, files.length]).toEqual([100, '1.ts', '100.ts', 101]);
  });

  it('shows commands shortened, and knows a check again however it is shown', async () => {
    const long = `npm test -- ${'word '.repeat(60)}`;
    const { checks } = await only(edited(begin()).run('t', long, PASSED));
    expect(checks[0]?.command.length).toBe(200);
    // The same command passes in the end, though another view of it failed before.
    const builder = edited(begin())
      .run('t1', 'npx eslint . 2>&1 | tail -5', 'found 2 warnings')
      .run('t2', 'npx eslint .', '');
    expect((await only(builder)).outcome).toBe('success');
  });

  it('is a success only where every kind of check passed in the end', async () => {
    const outcomeOf = async (...runs: [command: string, output: string][]) => {
      const builder = edited(begin());
      for (const [n, [command, output]] of runs.entries()) builder.run(`c${n}`, command, output);
      return (await only(builder)).outcome;
    };
    const unclear: [string, string] = ['npx eslint . | tail', 'checking'];
    const build: [string, string] = ['npm run build | tail', 'checking'];
    expect(await outcomeOf(['npm test', PASSED], unclear)).toBe('unknown');
    expect(await outcomeOf(unclear, ['npx eslint .', ''])).toBe('success');
    expect(await outcomeOf(['npx eslint .', ''], unclear)).toBe('unknown');
    expect(await outcomeOf(build)).toBe('unknown');
    expect(await outcomeOf(['npm run build', ''])).toBe('success');
    expect(await outcomeOf(['npm test', PASSED], build)).toBe('success');
    expect(await outcomeOf(['npm test | tail', 'running'], build)).toBe('unknown');
    expect(await outcomeOf(['npm test | tail', 'running'], ['npm run build', ''])).toBe('unknown');
  });

  it('knows a commit hook again whatever the commit says', async () => {
    const refused = 'husky - pre-commit hook failed: Error: not formatted';
    const builder = edited(begin())
      .run('c1', 'git commit -m one', refused, true)
      .run('c2', 'git commit -m two', '[main 1] two');
    const { outcome, checks } = await only(builder);
    expect([outcome, checks.map(({ verdict }) => verdict)]).toEqual(['success', ['failed', 'passed']]);
  });

  it('has nothing of a call without a result, of a refused one, or of one that the program refused by its rules', async () => {
    const call = (builder: TranscriptBuilder) =>
      builder.call('e', 'Edit', { file_path: '/work/shop/a.ts', old_string: 'a', new_string: 'b' });
    expect(await attemptsOf(call(begin()))).toEqual([]);
    expect(await attemptsOf(call(begin()).reject('e', 'no'))).toEqual([]);
    expect(await attemptsOf(begin().result('e', 'The file has been updated.'))).toEqual([]);
    // A result counts once.
    const twice = call(begin()).result('e', 'done').result('e', 'done');
    expect((await only(twice)).edits).toHaveLength(1);
  });

  it('has no check that a person refused, or the program by its rules', () => {
    const checksOf = (fields: { rejection?: string | null; isHarness?: boolean }) => {
      const collector = new AttemptCollector((text) => text);
      const at = { line: 1, at: null, chain: '', tool: 'Bash', args: '', about: '' };
      const done = { line: 2, at: null, chain: '', rejection: null, isHarness: false };
      const edit = { path: 'a.ts', before: 'a', after: 'b' };
      collector.take({ ...at, kind: 'call', id: 'e', command: null, edit });
      collector.take({ ...done, kind: 'result', id: 'e', failed: false, text: '' });
      collector.take({ ...at, kind: 'call', id: 't', command: 'npm test', edit: null });
      collector.take({ ...done, ...fields, kind: 'result', id: 't', failed: true, text: FAILED });
      return collector.end()[0]?.checks.length;
    };
    expect(checksOf({})).toBe(1);
    expect(checksOf({ rejection: 'not now' })).toBe(0);
    expect(checksOf({ isHarness: true })).toBe(0);
  });

  it('has the tokens that were used since the one before, up to its last edit or check; none where none are told', () => {
    const tokensOf = (...used: number[]) => {
      const collector = new AttemptCollector((text) => text);
      for (const [line, tokens] of used.entries()) {
        const at = { line, at: null, chain: '', id: `c${line}` };
        const isEdit = line % 2 === 0;
        const edit = isEdit ? { path: 'a.ts', before: 'a', after: 'b' } : null;
        const command = isEdit ? null : 'npm test';
        collector.use(tokens);
        collector.take({ ...at, kind: 'call', tool: 'Bash', args: '', about: '', command, edit });
        collector.take({ ...at, kind: 'result', text: PASSED, failed: false, rejection: null, isHarness: false });
      }
      collector.use(1000);
      return collector.end().map(({ tokens }) => tokens);
    };
    expect(tokensOf(5, 3, 7, 2)).toEqual([8, 9]);
    expect(tokensOf(5, 0, 0, 0, 4)).toEqual([5, null, 4]);
  });

  it('remembers calls that wait for their result, the latest two hundred', async () => {
    const waiting = (others: number) => {
      const builder = begin().call('e', 'Edit', { file_path: '/work/shop/a.ts', old_string: 'a', new_string: 'b' });
      for (let n = 0; n < others; n++) builder.call(`c${n}`, 'Read', { file_path: '/work/shop/b.ts' });
      return builder.result('e', 'The file has been updated.');
    };
    expect(await attemptsOf(waiting(199))).toHaveLength(1);
    expect(await attemptsOf(waiting(200))).toEqual([]);
  });

  it('lasts from its first edit to its last check, or to its last edit where nothing was checked', async () => {
    const checked = await only(edited(edited(begin(), 'e1'), 'e2').run('t', 'npm test', PASSED).say('Well done.'));
    expect([checked.firstLine, checked.lastLine, checked.startedAt, checked.endedAt]).toEqual([
      ...[2, 7, '2026-02-01T10:00:02.000Z', '2026-02-01T10:00:07.000Z'],
    ]);
    const unchecked = await only(edited(edited(begin(), 'e1'), 'e2').run('x', 'ls', ''));
    expect([unchecked.firstLine, unchecked.lastLine, unchecked.endedAt]).toEqual([2, 4, '2026-02-01T10:00:04.000Z']);
  });

  it('has its repeated calls until they succeed, and they are those made while it lasted', async () => {
    const failing = (builder: TranscriptBuilder) => {
      for (const n of [1, 2, 3]) builder.run(`d${builder.lines.length}${n}`, 'npm run deploy', 'no server', true);
      return builder;
    };
    expect(await attemptsOf(failing(begin()))).toEqual([]);
    expect((await only(failing(edited(begin())))).repeats).toEqual([{ call: 'npm run deploy', times: 3 }]);
    expect((await only(failing(edited(begin())).run('ok', 'npm run deploy', 'done'))).repeats).toEqual([]);
    expect((await only(failing(edited(begin())).run('ls', 'ls', ''))).repeats).toHaveLength(1);
  });
});

describe('the checks before the first edit', () => {
  /** Runs commands, one after another, with an edit where there is none. */
  function baselineOf(...commands: (string | null)[]): string[] {
    const collector = new AttemptCollector((text) => text);
    for (const [line, command] of commands.entries()) {
      const at = { line, at: null, chain: '', id: `c${line}` };
      const edit = command === null ? { path: 'a.ts', before: 'a', after: 'b' } : null;
      collector.take({ ...at, kind: 'call', tool: 'Bash', args: '', about: '', command, edit });
      collector.take({ ...at, kind: 'result', text: PASSED, failed: false, rejection: null, isHarness: false });
    }
    return collector.baseline.map(({ command }) => command);
  }

  it('are a baseline: the last run of each command, however it is shown; those after it are none', () => {
    const shown = 'npm test 2>&1 | tail -3';
    expect(baselineOf('npm test', 'npx eslint .', shown, null, 'npm run check')).toEqual(['npx eslint .', shown]);
    // Neither are those after an attempt that is over.
    expect(baselineOf('npm test', null, 'npm test', null, 'npm run check')).toEqual(['npm test']);
  });

  it('are the latest fifty', () => {
    const baseline = baselineOf(...Array.from({ length: 51 }, (_, n) => `npm test -- ${n}`));
    expect([baseline.length, baseline[0]]).toEqual([50, 'npm test -- 1']);
  });
});
