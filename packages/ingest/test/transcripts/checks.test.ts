import { describe, expect, it } from 'vitest';
import { checkKind, checkOf, commitHooks, kindsWith } from '../../src/transcripts/attempts/checks.ts';
import type { Call, Result } from '../../src/transcripts/steps.ts';

// What counts as a check of the project, and how it ended, command by command.

const callOf = (command: string | null): Call => ({
  kind: 'call',
  line: 1,
  at: null,
  chain: '',
  id: 'c',
  tool: command === null ? 'Read' : 'Bash',
  about: '',
  args: '',
  command,
  edit: null,
});
const resultOf = (text: string, failed = false): Result => ({
  kind: 'result',
  line: 2,
  at: '2026-02-01T10:00:00.000Z',
  chain: '',
  id: 'c',
  text,
  failed,
  rejection: null,
  isHarness: false,
});
const plain = (text: string) => text;
const verdictOf = (command: string, text: string, failed = false) =>
  checkOf(callOf(command), resultOf(text, failed), plain)?.verdict;

describe('a command that checks the code without testing it', () => {
  it.each([
    'npm run lint',
    'npm run lint:fix',
    'yarn typecheck',
    'npx tsc --noEmit',
    './node_modules/.bin/eslint .',
    'eslint',
    'ruff format .',
    'poetry run mypy .',
    'pyright src',
    'golangci-lint run',
    'go vet ./...',
    'cargo clippy',
    'mix credo',
    'mix dialyzer',
    'bundle exec rubocop',
    'shellcheck a.sh',
    'biome lint .',
    'my_lint_all',
    'make.lint',
    'bash -n a.sh',
    'sh -n a.sh',
    'zsh -n a.sh',
    'npx eslint git',
    'npx eslint mix use',
    'cd web && npx eslint .',
    'mix deps.get && mix credo',
  ])('is a linter or a checker of types: %s', (command) => expect(checkKind(command)).toBe('lint'));

  it.each(['npm run build', 'cargo build', 'make', 'npm install && npm run build'])('is a build: %s', (command) =>
    expect(checkKind(command)).toBe('build'),
  );

  it.each([
    'git commit -m lint',
    'git add lint.js',
    'gh pr create -t lint',
    'glab mr lint',
    'bd create lint',
    'cd lint',
    'mkdir lint',
    'rm lint',
    'cp a lint',
    'mv a lint',
    'chmod +x lint',
    'export A=lint',
    'npm i eslint',
    'npm install eslint',
    'pnpm add eslint',
    'yarn add eslint',
    'pip install ruff',
    'brew install shellcheck',
    'mise use ruff',
    'apt install shellcheck',
    'apt-get install shellcheck',
    'cargo install clippy',
    'go get golangci-lint',
    'gem install rubocop',
    'mix deps.get credo',
    'splint a.c',
    'npm run lints',
    'python linter.py',
    'bashful -n a.sh',
    './flush -n a',
    'grep lint a.txt',
    'cat a.txt',
    'sleep 5',
    '',
  ])('is none: %s', (command) => expect(checkKind(command)).toBeNull());

  it.each([
    ['/tmp/lint run', null],
    ['/private/tmp/lint run', null],
    ['/var/folders/ab/lint run', null],
    ['go build -o /tmp/app .', 'build'],
    ['npm run lint > /tmp/out.txt', 'lint'],
    ['node /tmp/a;npm run lint', 'lint'],
    ['(node /tmp/a)&& npm run lint', 'lint'],
    ['tmp/lint run', 'lint'],
  ])('is none where it is in a temporary folder, and another beside it is one: %s is %s', (command, kind) =>
    expect(checkKind(command)).toBe(kind),
  );

  it('is a test first, then a linter, then a build, whatever their order', () => {
    expect(checkKind('npm run build && npm run lint && npm test')).toBe('tests');
    expect(checkKind('npm run build && npm run lint')).toBe('lint');
  });
});

describe('a command that a project names', () => {
  const kindOf = kindsWith(['just  gate', 'cd web && ./run.sh all']);

  it.each([
    ['just gate', 'project'],
    ['just   gate --all', 'project'],
    ['FAST=1 just gate', 'project'],
    ['sleep 1 && just gate', 'project'],
    ['cd web', 'project'],
    ['./run.sh all', 'project'],
    ['just gates', null],
    ['just', null],
    ['./run.sh', null],
    ['npm test', 'tests'],
    ['just gate && npm run lint', 'lint'],
  ])('%s is %s', (command, kind) => expect(kindOf(command)).toBe(kind));

  it('is none where it names none', () => expect(kindsWith(['', ' '])).toBe(checkKind));
});

describe('how a check ended', () => {
  it.each<[string, string, string, boolean?]>([
    // By the exit code, where that is its own.
    ['passed', 'npx eslint .', 'anything'],
    ['failed', 'npx eslint .', 'anything', true],
    ['passed', 'npm run build && npx eslint .', ''],
    ['passed', 'npx eslint . ;', ''],
    ['passed', 'npx eslint . ; ', ''],
    ['unclear', 'sleep 1; npx eslint .; sleep 2', 'anything'],
    ['passed', 'sleep 1; sleep 2; npx eslint .', 'anything'],
    ['failed', './a && ./b && npx eslint .', 'anything', true],
    ['passed', 'sleep 1; npx eslint .', 'anything'],
    ['passed', 'sleep 1\nnpx eslint .', 'anything'],
    ['unclear', 'npx eslint .; sleep 1', 'anything'],
    ['unclear', 'npx eslint .\nsleep 1', 'anything'],
    ['unclear', 'npx eslint . || sleep 1', 'anything'],
    ['unclear', 'npx eslint . & sleep 1', 'anything'],
    ['passed', 'npx eslint . 2>&1', 'anything'],
    ['passed', 'npx eslint . >& out', 'anything'],
    ['passed', 'npx eslint . &> out', 'anything'],
    ['passed', 'echo "a; b" && npx eslint .', 'anything'],
    ['unclear', 'npx eslint . && ./app', 'anything', true],
    ['failed', './app && npx eslint .', 'anything', true],
    // By what the output says, whatever the exit code is.
    ['unclear', 'npx eslint . | tail', 'anything'],
    ['passed', 'npx eslint . | tail', '0 issues.'],
    ['passed', 'npx eslint . | tail', 'Found 0 errors'],
    ['passed', 'npx eslint . | tail', 'no issues found'],
    ['passed', 'npx eslint . | tail', 'All checks passed!'],
    ['passed', 'npx eslint . | tail', 'Success: no issues found in 3 files'],
    ['passed', 'npx eslint . | tail', 'done in 1m\ndone (passed successfully)'],
    ['passed', 'npx eslint . | tail', 'credo found no issues.'],
    ['passed', 'npx eslint . | tail', 'Total errors: 0'],
    ['passed', 'npx eslint . | tail', 'first\n0 issues.'],
    ['unclear', 'npx eslint . | tail', 'it has 0 issues'],
    ['failed', 'npx eslint . | tail', 'found 2 warnings'],
    ['failed', 'npx eslint . | tail', 'found 12 warnings'],
    ['failed', 'mix credo | tail', '1 error'],
    ['failed', 'mix credo | tail', '1 issue'],
    ['failed', 'npx eslint . | tail', 'Traceback (most recent call last):'],
    ['passed', 'npx eslint .', 'Traceback (most recent call last):'],
    ['failed', 'npx eslint . | tail', 'Total errors: 3'],
    ['failed', 'npx eslint . | tail', '1 problem'],
    ['failed', 'npx eslint . | tail', '12 issues'],
    ['failed', 'npx eslint . | tail', '1 error'],
    ['unclear', 'npx eslint . | tail', 'found 0 warnings'],
    ['failed', 'npm run build | tail', 'error TS2345: no'],
    ['unclear', 'npm run build | tail', 'found 2 warnings'],
    ['unclear', 'npm test | tail', 'found 2 warnings'],
    // By silence, where errors would be shown.
    ['passed', 'npx eslint . 2>&1 | tail', ' \n'],
    ['unclear', 'npx eslint . | tail', ''],
    ['unclear', 'npx eslint . 2>&1 | tail', 'checking'],
    ['unclear', 'npm test 2>&1 | tail', ''],
    // By counts.
    ['passed', 'npm test | tail -5', 'Tests  4 passed (4)'],
    ['failed', 'npm test | tail -5', 'Tests  1 failed | 3 passed (4)'],
    ['unclear', 'npm test | tail -5', 'Tests: 0 failed, 0 passed, 0 total'],
    ['failed', 'npm test', 'Tests  1 failed | 3 passed (4)'],
    // Not at all.
    ['unclear', 'npm test', 'Command running in background with ID: b1'],
    ['passed', 'npm test', 'note: Command running in background with ID b1'],
    ['unclear', 'npm test &', 'anything'],
  ])('is %s: %s, with the output %j', (verdict, command, text, failed = false) =>
    expect(verdictOf(command, text, failed)).toBe(verdict),
  );

  it('is not seen of a command that only the project names, where its exit code is hidden', () => {
    const kindOf = kindsWith(['just gate']);
    const verdict = (command: string, text: string) => checkOf(callOf(command), resultOf(text), plain, kindOf)?.verdict;
    expect(verdict('just gate | tail', '0 issues.')).toBe('unclear');
    expect(verdict('just gate 2>&1 | tail', '')).toBe('unclear');
    expect(verdict('just gate', '')).toBe('passed');
  });

  it('is told with the place of its result, and what went wrong in at most three lines, without secrets', () => {
    const text = Array.from({ length: 6 }, (_, n) => `Error: hunter2 broke part ${'abcdef'[n]}`).join('\n');
    const clean = (all: string) => all.replaceAll('hunter2', '[secret]');
    const check = checkOf(callOf('npx eslint .'), resultOf(text, true), clean);
    expect(check).toMatchObject({ kind: 'lint', verdict: 'failed', counts: null, line: 2, at: resultOf('').at });
    expect(check?.told).toHaveLength(3);
    expect(check?.told.join()).not.toContain('hunter2');
    expect(checkOf(callOf('npx eslint .'), resultOf(text.replaceAll('Error', 'Note')), clean)?.told).toEqual([]);
    // Only tests are counted.
    expect(checkOf(callOf('npx eslint .'), resultOf('Tests  4 passed (4)'), plain)?.counts).toBeNull();
    expect(checkOf(callOf('npm test'), resultOf('Tests  4 passed (4)'), plain)?.counts).toMatchObject({ passed: 4 });
  });

  it('is nothing for a call without a command, and for a command that checks nothing', () => {
    expect(checkOf(callOf(null), resultOf(''), plain)).toBeNull();
    expect(checkOf(callOf('sleep 1'), resultOf(''), plain)).toBeNull();
  });
});

describe('a commit that hooks of the repository examine', () => {
  const REFUSED = 'husky - pre-commit hook failed: Error: not formatted';
  /** The verdicts of commits, one after another; a `!` before an output marks one that failed. */
  const verdicts = (...runs: [string, string][]) => {
    const hooks = commitHooks(plain);
    return runs.map(
      ([command, text]) =>
        hooks(callOf(command), resultOf(text.replace(/^!/, ''), text.startsWith('!')), plain)?.verdict ?? null,
    );
  };

  it('is one that they refused, and the one that they let through after that', () => {
    const commit = 'git commit -m a';
    expect(
      verdicts([commit, '[main 1] a'], [commit, `!${REFUSED}`], [commit, '[main 2] a'], [commit, '[main 3] a']),
    ).toEqual([null, 'failed', 'passed', null]);
    expect(verdicts([commit, `!${REFUSED}`], [commit, `!${REFUSED}`])).toEqual(['failed', 'failed']);
    // It does not say why: no hook had a say.
    expect(verdicts([commit, '!'])).toEqual([null]);
  });

  it.each([
    'git commit',
    'git -c a.b=c commit -m a',
    'git -C web commit',
    'git --no-pager commit',
    'git add -A && git commit -m a',
  ])('is made by %s', (command) => expect(verdicts([command, `!${REFUSED}`])).toEqual(['failed']));
  it.each(['git commits', 'git commit-tree x', 'git log commit', 'legit commit', 'git push'])('is not %s', (command) =>
    expect(verdicts([command, `!${REFUSED}`])).toEqual([null]),
  );

  it.each([
    'nothing to commit, working tree clean',
    'no changes added to commit',
    'nothing added to commit but untracked files present',
    "error: pathspec 'x' did not match any file(s) known to git",
    'fatal: not a git repository',
  ])('is not one that git refused itself: %s', (text) => {
    expect(verdicts(['git commit -m a', `!Error: ${text}`])).toEqual([null]);
    // What a hook said before still holds.
    const commit = 'git commit -m a';
    expect(verdicts([commit, `!${REFUSED}`], [commit, `!Error: ${text}`], [commit, '[main 1] a'])).toEqual([
      ...['failed', null, 'passed'],
    ]);
  });

  it('is told with what the hook said, and with nothing where it let it through', () => {
    const hooks = commitHooks((text) => text.replaceAll('secret', '…'));
    const refused = hooks(callOf('git commit'), resultOf('Error: the secret is not formatted', true), plain);
    expect(refused).toEqual({
      kind: 'commit_hook',
      verdict: 'failed',
      counts: null,
      told: ['Error: the … is not formatted'],
      line: 2,
      at: resultOf('').at,
    });
    expect(hooks(callOf('git commit'), resultOf('Error: in a message'), plain)).toMatchObject({
      verdict: 'passed',
      told: [],
    });
    expect(hooks(callOf(null), resultOf(REFUSED, true), plain)).toBeNull();
  });
});
