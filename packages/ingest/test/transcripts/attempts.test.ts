import { createRedactor } from '@twicewise/redaction';
import { describe, expect, it } from 'vitest';
import type { TranscriptAttempt } from '../../src/transcripts/attempts/attempt.ts';
import { readIn } from './episode/reading.ts';
import { TranscriptBuilder } from './transcript.ts';

const begin = () => new TranscriptBuilder().prompt('Make the cart add up');
const attemptsOf = async (builder: TranscriptBuilder): Promise<TranscriptAttempt[]> => (await readIn(builder)).attempts;
const outcomesOf = async (builder: TranscriptBuilder) => (await attemptsOf(builder)).map(({ outcome }) => outcome);

const FAILED = 'Tests  1 failed | 3 passed (4)\nAssertionError: expected 3 to be 4';
const PASSED = 'Tests  4 passed (4)';

describe('attempts of a transcript', () => {
  it('are the edits since the last check, and the checks that follow', async () => {
    const builder = begin()
      .run('t0', 'npm test', FAILED, true)
      .say('The total leaves out the last row, so I include it.')
      .edit('e1', '/work/shop/src/cart.ts', 'a\nb\n', 'a\nc\nd\n')
      .edit('e2', '/work/shop/src/cart.test.ts', 'x\n', 'y\n')
      .run('t1', 'npm test', FAILED, true)
      .edit('e3', '/work/shop/src/cart.ts', 'c\n', 'e\n')
      .run('t2', 'npm test', PASSED)
      .run('l2', 'npx eslint .', '');
    const attempts = await attemptsOf(builder);
    expect(attempts).toMatchObject([
      {
        ordinal: 1,
        key: '2026-02-01T10:00:05.000Z',
        request: 'Make the cart add up',
        strategy: 'The total leaves out the last row, so I include it.',
        files: [
          { path: 'src/cart.ts', added: 2, removed: 1 },
          { path: 'src/cart.test.ts', added: 1, removed: 1 },
        ],
        checks: [
          {
            kind: 'tests',
            command: 'npm test',
            verdict: 'failed',
            counts: { passed: 3, failed: 1 },
            told: ['Tests  1 failed | 3 passed (4)', 'AssertionError: expected 3 to be 4'],
            line: 10,
          },
        ],
        outcome: 'failure',
        firstLine: 5,
        lastLine: 10,
        startedAt: '2026-02-01T10:00:05.000Z',
        endedAt: '2026-02-01T10:00:10.000Z',
      },
      {
        ordinal: 2,
        strategy: 'src/cart.ts: `c` → `e`',
        checks: [{ verdict: 'passed' }, { kind: 'lint', verdict: 'passed', told: [] }],
        outcome: 'success',
        firstLine: 11,
        lastLine: 16,
      },
    ]);
    expect(attempts[1]?.files).toEqual([{ path: 'src/cart.ts', added: 1, removed: 1 }]);
  });

  it('are each what the agent said it would do after the last check, else the edit', async () => {
    const builder = begin()
      .say('I include the last row.')
      .edit('e1', '/work/shop/cart.ts', 'a', 'b')
      .say('Let me run the tests.')
      .run('t1', 'npm test', FAILED, true)
      .say('It is text, so I parse it.')
      .edit('e2', '/work/shop/cart.ts', 'b', 'c')
      .say('Let me run them again.')
      .run('t2', 'npm test', FAILED, true)
      .edit('e3', '/work/shop/cart.ts', 'c', 'd');
    expect((await attemptsOf(builder)).map(({ strategy }) => strategy)).toEqual([
      'I include the last row.',
      'It is text, so I parse it.',
      'cart.ts: `c` → `d`',
    ]);
  });

  it('belong to the request during which they began, until a check ends them', async () => {
    const builder = begin()
      .edit('e1', '/work/shop/cart.ts', 'a', 'b')
      .prompt('yes, go on')
      .edit('e2', '/work/shop/cart.ts', 'b', 'c')
      .prompt('Now add a dark theme to every page')
      .edit('e3', '/work/shop/theme.ts', 'a', 'b')
      .run('t1', 'npm test', FAILED, true);
    expect(await attemptsOf(builder)).toMatchObject([
      { request: 'Make the cart add up', files: [{ path: 'cart.ts' }, { path: 'theme.ts' }], outcome: 'failure' },
    ]);
  });

  it('have different keys, also where they began at the same time or at none', async () => {
    for (const timestamp of ['2026-02-01T10:00:00.000Z', undefined]) {
      const builder = begin();
      for (const n of [1, 2]) {
        builder
          .edit(`e${n}`, '/work/shop/a.ts', `${n}`, 'b', { timestamp })
          .run(`t${n}`, 'npm test', PASSED, false, { timestamp });
      }
      const keys = (await attemptsOf(builder)).map(({ key }) => key);
      expect(keys).toEqual(timestamp ? [timestamp, `${timestamp} 2`] : ['line 2', 'line 6']);
    }
  });

  it('are none where a check follows no edit, and unknown where no check follows an edit', async () => {
    expect(await attemptsOf(begin().run('t', 'npm test', PASSED))).toEqual([]);
    const unchecked = begin().edit('e', '/work/shop/a.ts', 'a', 'b').run('g', 'git commit -m "a"', '[main 1a2b3c4] a');
    expect(await attemptsOf(unchecked)).toMatchObject([{ outcome: 'unknown', checks: [], firstLine: 2, lastLine: 2 }]);
  });

  it('leave out edits that failed, were refused, or are not of the project, and what subagents do', async () => {
    const builder = begin()
      .call('e1', 'Edit', { file_path: '/work/shop/a.ts', old_string: 'a', new_string: 'b' })
      .result('e1', 'String to replace not found in file.', true)
      .call('e2', 'Edit', { file_path: '/work/shop/a.ts', old_string: 'a', new_string: 'b' })
      .reject('e2', null)
      .edit('e3', '/tmp/scratch.ts', 'a', 'b')
      .edit('e4', '/home/me/.claude/plans/cart.md', 'a', 'b')
      .edit('e5', '/work/shop/b.ts', 'a', 'b', { isSidechain: true })
      .run('f', 'npx prettier --write .', 'a.ts')
      .run('t', 'npm test', PASSED);
    expect(await attemptsOf(builder)).toEqual([]);
  });

  it.each([
    ['a here-document', 'cat > src/a.ts <<EOF\nlet a = 1;\nEOF'],
    ['a generator', 'go generate ./...'],
    ['a dependency', 'npm install left-pad'],
    ['a deleted file', 'rm src/a.ts'],
    ['a moved file', 'git mv src/a.ts src/b.ts'],
  ])('begin with a change by the shell: %s', async (_, command) => {
    expect(await outcomesOf(begin().run('c', command, '').run('t', 'npm test', PASSED))).toEqual(['success']);
  });

  it.each([
    ['reading', 'cat src/a.ts'],
    ['a whole folder removed', 'rm -rf dist'],
    ['a scratch file removed', 'rm /tmp/a.ts'],
  ])('do not begin with %s (control)', async (_, command) => {
    expect(await outcomesOf(begin().run('c', command, '').run('t', 'npm test', PASSED))).toEqual([]);
  });
});

/** An edit, then these commands with their outputs. A `!` before an output marks a failed command. */
function checkedBy(...runs: [string, string][]): TranscriptBuilder {
  const builder = begin().edit('e', '/work/shop/a.ts', 'a', 'b');
  for (const [at, [command, output]] of runs.entries()) {
    builder.run(`c${at}`, command, output.replace(/^!/, ''), output.startsWith('!'));
  }
  return builder;
}

describe('the outcome of an attempt', () => {
  it.each<[string, string, ...[string, string][]]>([
    ['success', 'counts behind a pipe', ['npm test 2>&1 | tail -5', PASSED]],
    ['success', 'an exit code', ['npx tsc --noEmit', '']],
    ['success', 'a silent compiler behind a pipe', ['npx tsc --noEmit 2>&1 | tail', '']],
    ['success', 'a linter that found nothing', ['mise run lint 2>&1 | tail -3', '0 issues.']],
    ['success', 'the same check, which passes in the end', ['npm test', `!${FAILED}`], ['npm test', PASSED]],
    ['success', 'tests after an unclear build', ['npm run build 2>&1 | tail', 'done?'], ['npm test', PASSED]],
    ['failure', 'a failure that a pipe hides', ['npm test | tail', FAILED]],
    ['failure', 'one of two checks', ['npm test', PASSED], ['npx eslint .', '!1:1  error  no-undef']],
    ['failure', 'findings behind a pipe', ['mix credo 2>&1 | tail', '40 mods/funs, found 2 warnings.']],
    ['failure', 'other tests that passed after some failed', ['npm test', `!${FAILED}`], ['npm test -- a', PASSED]],
    ['failure', 'a commit hook', ['git commit -m a', '!husky - pre-commit hook failed: Error: not formatted']],
    [
      'success',
      'a commit hook that is content in the end',
      ['git commit -m a', '!husky - pre-commit hook failed: Error: not formatted'],
      ['git commit -m a', '[main 1a2b3c4] a'],
    ],
    ['unknown', 'tests cut off', ['npm test 2>&1 | head -3', 'running']],
    ['unknown', 'a pipe without counts', ['npm test | grep foo', '']],
    ['unknown', 'a linter behind a pipe that says neither', ['npm run lint | tail -3', 'checking']],
    ['unknown', 'a program that ends with an error after its build', ['go build -o app . && ./app x', '!usage']],
    ['unknown', 'a commit with nothing in it', ['git commit -m a', '!nothing to commit, working tree clean']],
    ['unknown', 'a program in a temporary folder', ['/tmp/my-test run', 'ok']],
    ['unknown', 'tests that were started in the background', ['npm test', 'Command running in background with ID: b1']],
    ['unknown', 'tests that nobody waited for', ['npm test > out.txt 2>&1 &', '']],
    ['unknown', 'tests whose exit code is printed', ['npm test > out.txt 2>&1; echo $?', '1']],
    [
      'failure',
      'a linter with findings before another command',
      ['npx eslint . ; echo done', '  1:2  error  Foo  no-undef\n1 problem\ndone'],
    ],
    ['unknown', 'tests whose failure is let pass', ['npm test > out.txt || true', '']],
    ['success', 'tests before a command that needs them', ['cd web && npm test && git add -A', '']],
    ['success', 'tests after a setting', ['export CI=1; npm test', '']],
    ['success', 'tests that were counted before another command', ['npm test; echo done', `${PASSED}\ndone`]],
    ['unknown', 'tests of stashed changes', ['git stash && npm test; git stash pop', PASSED]],
  ])('is %s by %s', async (outcome, _, ...runs) => {
    expect(await outcomesOf(checkedBy(...runs))).toEqual([outcome]);
  });

  it('names no secret', async () => {
    const builder = checkedBy(['TOKEN=hunter2 npm test', `!${FAILED}\nError: hunter2 is wrong`]);
    const { attempts } = await readIn(builder, (text) => text.replaceAll('hunter2', '[secret]'));
    expect(attempts[0]?.checks[0]).toMatchObject({ command: 'TOKEN=[secret] npm test', verdict: 'failed' });
    expect(JSON.stringify(attempts)).not.toContain('hunter2');
  });

  it('names no part of a secret where an edit or a command is cut', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(4)}\n-----END RSA PRIVATE KEY-----`;
    const { redactText } = createRedactor();
    const clean = (text: string) => redactText(text).text;
    const builder = begin()
      .edit('e1', '/work/shop/a.ts', 'x', `const padding = '${'a'.repeat(80)} ${key}';`)
      .run('t1', 'npm test', FAILED, true)
      .edit('e2', '/work/shop/a.ts', 'x', `${pem}\n`)
      .run('t2', 'npm test', FAILED, true)
      .run('c3', `rm ${'long-name '.repeat(17)} ${key}`, '')
      .run('t3', 'npm test', FAILED, true);
    const { attempts } = await readIn(builder, clean);
    expect(attempts).toHaveLength(3);
    for (const part of ['ghp_', 'MIIE']) expect(JSON.stringify(attempts)).not.toContain(part);
  });
});

describe('bounds', () => {
  it('keep the last checks of an attempt, and a thousand attempts', async () => {
    const many = checkedBy(...Array.from({ length: 60 }, (_, at): [string, string] => [`npm test -- ${at}`, PASSED]));
    const [attempt] = await attemptsOf(many);
    expect(attempt?.checks.map(({ command }) => command).at(-1)).toBe('npm test -- 59');
    expect(attempt?.checks).toHaveLength(50);
    const long = begin();
    for (let at = 0; at < 1001; at++)
      long.edit(`e${at}`, '/work/shop/a.ts', 'a', 'b').run(`t${at}`, 'npm test', PASSED);
    expect(await attemptsOf(long)).toHaveLength(1000);
  });
});

describe('a command that a project names as its check', () => {
  const CHECKS = ['just   gate', './scripts/gate.sh'];
  const read = async (builder: TranscriptBuilder, checks = CHECKS) =>
    (await readIn(builder, undefined, checks)).attempts;
  const edited = () => begin().edit('e1', '/work/shop/src/cart.ts', 'a', 'b');

  it('ends an attempt by its exit code, and ends none that the project does not name (control)', async () => {
    const builder = edited()
      .run('c1', 'cd web && FAST=1 just gate --all', 'Error: cart.ts is wrong', true)
      .edit('e2', '/work/shop/src/cart.ts', 'b', 'c')
      .run('c2', './scripts/gate.sh', '');
    expect(await read(builder)).toMatchObject([
      {
        outcome: 'failure',
        checks: [{ kind: 'project', verdict: 'failed', command: 'cd web && FAST=1 just gate --all' }],
      },
      { outcome: 'success', checks: [{ kind: 'project', verdict: 'passed', counts: null }] },
    ]);
    expect(await read(builder, [])).toMatchObject([{ outcome: 'unknown', checks: [] }]);
  });

  it('is the beginning of a plain command, word by word, and no pattern', async () => {
    for (const command of ['just gates', 'echo "just gate"', 'git commit -m "just gate"', 'adjust gate']) {
      expect(await read(edited().run('c1', command, 'ok'), ['just gate'])).toMatchObject([{ checks: [] }]);
    }
    expect(await read(edited().run('c1', 'justXgate', 'ok'), ['just.gate'])).toMatchObject([{ checks: [] }]);
  });

  it('says nothing where its exit code is hidden, and stays of the kind that is known', async () => {
    expect(await read(edited().run('c1', 'just gate 2>&1 | tail', ''))).toMatchObject([
      { outcome: 'unknown', checks: [{ kind: 'project', verdict: 'unclear' }] },
    ]);
    expect(await read(edited().run('c1', 'npm test', PASSED), ['npm'])).toMatchObject([
      { outcome: 'success', checks: [{ kind: 'tests', counts: { passed: 4 } }] },
    ]);
  });
});
