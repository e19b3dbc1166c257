import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { TranscriptBuilder } from '../transcript.ts';
import { episodeFrom } from './reading.ts';

const begun = (common = {}) => new TranscriptBuilder(common).prompt('Make the price test pass');
const eventsIn = async (builder: TranscriptBuilder) => (await episodeFrom(builder)).events;
const typesIn = async (builder: TranscriptBuilder) => (await eventsIn(builder)).map(({ type }) => type);

const MADE = '[main 1a2b3c4] fix: two decimals\n 1 file changed, 2 insertions(+)';

describe('a commit', () => {
  it('is what git says it made: subject, id, line and time', async () => {
    const message = `git add -A && git commit -m "$(cat <<'EOF'\nfix: two decimals\n\nsays "so"\nEOF\n)"`;
    expect(await eventsIn(begun().run('c1', message, MADE))).toMatchObject([
      {
        id: 'e001',
        type: 'commit',
        content: 'fix: two decimals',
        commitSha: '1a2b3c4',
        at: '2026-02-01T10:00:03.000Z',
        timeQuality: 'exact',
        origin: { pointer: 'line 3' },
      },
    ]);
  });

  it('counts although what followed it in the same call failed; digits alone are an id here', async () => {
    const output = `Exit code 1\n[detached HEAD 1234567] fix: two decimals\nfatal: no upstream branch`;
    const [first] = await eventsIn(begun().run('c1', 'git -C . commit -m fix && git push', output, true));
    expect(first).toMatchObject({ type: 'commit', commitSha: '1234567' });
  });

  it('is one, however often git says so', async () => {
    const again = begun().run('c1', 'git commit -m fix', MADE).run('c2', 'git commit -m fix || true', MADE);
    expect(await typesIn(again)).toEqual(['commit']);
  });

  it('takes the place of the one that it amends, and only of that', async () => {
    const builder = begun()
      .run('c1', 'git commit -m "first"', '[main 1111111] first')
      .run('c2', 'git commit -m "second"', '[main 2222222] second')
      .run('c3', 'git add -A && git commit --amend --no-edit', '[main 3333333] second');
    expect((await eventsIn(builder)).map(({ commitSha, content }) => [commitSha, content])).toEqual([
      ['1111111', 'first'],
      ['3333333', 'second'],
    ]);
    // A commit from before the session is not in the transcript, so amending it replaces no event.
    const alone = begun().run('c1', 'git commit --amend -m fix', '[main 4444444] fix');
    expect((await eventsIn(alone)).map(({ commitSha }) => commitSha)).toEqual(['4444444']);
    const named = begun()
      .run('c1', 'git commit -m a', '[main 1111111] a')
      .run('c2', 'git commit -m "no --amend here"', '[main 2222222] b');
    expect(await typesIn(named)).toEqual(['commit', 'commit']);
  });

  it.each([
    ['looked at', 'git log --oneline -3', MADE],
    ['in a message about one', 'echo "run git commit -m x"', MADE],
    ['in a file that is written', `cat > notes.md <<'EOF'\ngit commit -m x\nEOF`, MADE],
    ['without its line', 'git commit -q -m fix', ''],
    ['refused by a hook', 'git commit -m fix', 'Exit code 1\nFAIL: format 1a2b3c4'],
    ['of a script that is not git', './release.sh', MADE],
    ['in a throwaway folder', 'cd /tmp/trial && git init && git commit -m fix', MADE],
  ])('is none when it is %s', async (_name, command, output) => {
    const events = await eventsIn(begun().run('c1', command, output));
    expect(events.filter(({ type }) => type === 'commit')).toEqual([]);
  });

  it('counts in a throwaway folder in which the agent was started', async () => {
    const builder = begun({ cwd: '/tmp/shop' }).run('c1', 'cd /tmp/shop && git commit -m fix', MADE);
    expect(await typesIn(builder)).toEqual(['commit']);
  });
});

describe('a run of tests (R3)', () => {
  verifies('R3');
  it.each([
    ['pytest -q', '==== 2 failed, 10 passed, 1 skipped in 0.31s ====', 10, 2, 1],
    ['pytest', '1 error in 0.12s', 0, 1, 0],
    ['npm test', 'Tests:       1 failed, 2 skipped, 10 passed, 13 total', 10, 1, 2],
    ['npx vitest run | tail -4', ' Test Files  1 passed (1)\n      Tests  1 failed | 12 passed (13)', 12, 1, 0],
    ['npm test', '  12 passing (30ms)\n  2 pending\n  1 failing', 12, 1, 2],
    ['node --test test/', 'ℹ tests 5\nℹ pass 4\nℹ fail 1\nℹ skipped 0', 4, 1, 0],
    [
      'cargo test',
      'test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured',
      15,
      0,
      1,
    ],
    ['mix test', '14 doctests, 297 tests, 1 failure, 2 skipped', 308, 1, 2],
    ['bundle exec rspec', '12 examples, 0 failures, 1 pending', 11, 0, 1],
    ['rake test', '5 runs, 10 assertions, 1 failures, 1 errors, 0 skips', 3, 2, 0],
    ['python -m unittest', 'Ran 12 tests in 0.5s\n\nFAILED (failures=1, errors=2)', 9, 3, 0],
  ])('of %j is what its summary counts', async (command, output, passed, failed, skipped) => {
    const [event] = await eventsIn(begun().run('c1', command, output));
    expect(event).toMatchObject({ type: 'test', extra: { passed, failed, skipped, unit: 'tests' } });
    expect(event?.content).toContain(`${passed} passed, ${failed} failed`);
  });

  const GO = 'ok  \tshop/price\t0.31s\nok  \tshop/empty\t0.1s [no tests to run]\nFAIL\tshop/cart [build failed]\nFAIL';

  it('of Go counts packages when all of the output is there, and of a part of it those that failed', async () => {
    const [whole] = await eventsIn(begun().run('c1', 'go test -race -tags=integration ./... 2>&1', GO));
    expect(whole).toMatchObject({ extra: { passed: 1, failed: 1, skipped: null, unit: 'packages' } });
    expect(whole?.content).toMatch(/packages: 1 passed, 1 failed$/);
    const [passing = ''] = GO.split('FAIL');
    for (const [command, before] of [
      ['go test ./... | head -30', ''],
      ['go test ./...', '[300 lines truncated]\n'],
    ] as const) {
      expect(await eventsIn(begun().run('c1', command, before + passing))).toEqual([]);
      const [part] = await eventsIn(begun().run('c1', command, before + GO));
      expect(part).toMatchObject({ extra: { passed: null, failed: 1, unit: 'packages', atLeast: true } });
      expect(part?.content.split('\n')[0]).toBe(`\`${command}\`: packages: at least 1 failed`);
    }
  });

  it('of which only the end was shown is seen: what failed would be told there', async () => {
    const [passing = ''] = GO.split('FAIL');
    const ended = async (command: string, output: string) => (await eventsIn(begun().run('c1', command, output)))[0];
    expect(await ended('go test ./... 2>&1 | tail -n 30', passing)).toMatchObject({
      extra: { passed: 1, failed: 0, unit: 'packages', atLeast: true },
    });
    expect(await ended('go test ./... -run "TestPrice|TestCart" | tail -30', passing)).toMatchObject({
      extra: { failed: 0 },
    });
    expect(await ended('go test ./... | tail -30', GO)).toMatchObject({ extra: { failed: 1, passed: null } });
    expect(await ended('npx mocha | tail -3', '  2 passing (3ms)')).toMatchObject({ extra: { passed: 2, failed: 0 } });
    expect(await ended('go test ./... | tail -n +30', passing)).toBeUndefined();
    expect(await ended('go test ./... | grep ok | tail -3', passing)).toBeUndefined();
  });

  it('that failed shows what went wrong, and is no error besides', async () => {
    const output = 'Exit code 1\nprice.test.js:12: expected 10.00, got 10\n  1 failing\n  2 passing (3ms)';
    const events = await eventsIn(begun().run('c1', 'npm test', output, true));
    expect(events.map(({ type }) => type)).toEqual(['test']);
    expect(events[0]?.content).toBe(
      '`npm test`: 2 passed, 1 failed, 0 skipped\nprice.test.js:12: expected 10.00, got 10',
    );
  });

  it.each([
    ['nothing ran', 'npm test', '0 tests, 0 failures'],
    ['numbers stand in prose', 'npm test', 'See #760 failures; HTTP 404 errors; 12 tests were fine'],
    ['a file is looked at', 'cat test.log', '12 passed in 0.3s'],
    ['another program has such words', 'git commit -m test', '12 passed in 0.3s'],
    ['what is quoted speaks of tests', 'tracker create --title "run the test"', '12 passed in 0.3s'],
    ['changes were stashed', 'git stash && pytest; git stash pop', '2 failed in 0.3s'],
  ])('is none when %s', async (_name, command, output) => {
    expect(await eventsIn(begun().run('c1', command, output))).toEqual([]);
  });

  it('is a baseline while changes are stashed, also from one call to the next', async () => {
    const builder = begun()
      .run('c1', 'git stash', 'Saved working directory')
      .run('c2', 'pytest', '2 failed in 0.3s')
      .run('c3', 'git stash pop', 'Dropped refs/stash@{0}')
      .run('c4', 'pytest', '3 passed in 0.3s');
    expect((await eventsIn(builder)).map(({ content }) => content)).toEqual([
      '`pytest`: 3 passed, 0 failed, 0 skipped',
    ]);
  });
});

describe('an error', () => {
  const LINT = 'Exit code 1\nsrc/a.js:1:1: error x is not used';

  it('is a call that failed, with what told so; one that comes again is counted, not repeated', async () => {
    const builder = begun()
      .run('c1', 'npm run lint', LINT, true)
      .run('c2', 'npm run lint 2>&1', LINT.replace(':1:1:', ':7:1:'), true)
      .run('c3', 'npm run lint', 'Exit code 1\nsrc/b.js:2:1: error y is undefined', true);
    const { events, metrics } = await episodeFrom(builder);
    expect(events).toMatchObject([
      {
        type: 'error',
        content: '`npm run lint` failed\nsrc/a.js:1:1: error x is not used',
        extra: { count: 2, lines: [3, 5] },
        origin: { pointer: 'line 3' },
      },
      { type: 'error', content: expect.stringContaining('src/b.js:2:1'), extra: {} },
    ]);
    expect(metrics).toMatchObject({ tool_calls: 3, errors: 3 });
  });

  it.each<[string, (builder: TranscriptBuilder) => TranscriptBuilder]>([
    ['only looks', (builder) => builder.run('c1', 'grep -rn price src', 'Exit code 1\nno error found', true)],
    ['tells nothing', (builder) => builder.run('c1', 'make', 'Exit code 1\n---\n---', true)],
    ['succeeded, though it speaks of errors', (builder) => builder.run('c1', 'make', 'error: none of it matters')],
    ['was rejected', (builder) => builder.call('c1', 'Bash', { command: 'make' }).reject('c1', 'Not now, thank you')],
    [
      'the program refused',
      (builder) =>
        builder.call('c1', 'Edit', {}).result('c1', '<tool_use_error>File does not exist.</tool_use_error>', true),
    ],
  ])('is none of a call that %s', async (_name, add) => {
    expect(await eventsIn(add(begun()))).toEqual([]);
  });

  it('is one of the first 200 kinds; the others are left out and counted as left out', async () => {
    const builder = begun();
    const word = (n: number) =>
      `n${'abcdefghij'[n % 10]}${'abcdefghij'[Math.floor(n / 10) % 10]}${n > 99 ? 'k' : ''}${n > 199 ? 'l' : ''}`;
    for (let n = 0; n < 203; n++)
      builder.run(`c${n}`, `make ${word(n)}`, `Exit code 2\nerror: ${word(n)} is undefined`, true);
    expect(await eventsIn(builder)).toHaveLength(200);
  });
});

describe('a milestone', () => {
  const ADDRESS = 'https://github.com/acme/shop/pull/12';

  it('is a pull request that was opened, once', async () => {
    const builder = begun()
      .run('c1', 'git push && gh pr create --title "fix: gh pr view"', `Creating pull request\n\n${ADDRESS}`)
      .run('c2', 'gh pr create --fill', ADDRESS);
    expect(await eventsIn(builder)).toMatchObject([
      { type: 'milestone', content: `Pull request opened: ${ADDRESS}`, origin: { pointer: 'line 3' } },
    ]);
  });

  it.each([
    ['viewed', 'gh pr view 12', ADDRESS, false],
    ['there already', 'gh pr create --fill', `a pull request already exists:\n${ADDRESS}`, true],
    ['only tried', 'gh pr create --dry-run', ADDRESS, false],
    ['named in a text', 'gh pr create --fill', `see ${ADDRESS} for more`, false],
  ])('is none of a pull request that is %s', async (_name, command, output, isError) => {
    expect((await typesIn(begun().run('c1', command, output, isError))).includes('milestone')).toBe(false);
  });
});
