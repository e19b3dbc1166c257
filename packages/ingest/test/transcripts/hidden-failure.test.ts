import { describe, expect, it } from 'vitest';
import { hidesFailure } from '../../src/transcripts/hidden-failure.ts';

const VITEST_FAILED =
  ' FAIL  test/login.test.ts > login\nAssertionError: expected 1 to be 2\n\n Tests  1 failed | 4 passed (5)';
const VITEST_PASSED =
  ' ✓ test/error.test.ts > error: is told (3)\n ✓ FAILED logins are counted\n\n Tests  5 passed (5)';

describe('a command whose exit code is 0', () => {
  it.each([
    ['npm test | tail', VITEST_FAILED],
    ['npm test 2>&1 | tail -20', VITEST_FAILED],
    ['npm test; true', VITEST_FAILED],
    ['cd app && npx jest || echo done', 'Tests:       1 failed, 10 passed, 11 total\ndone'],
    ['pytest -q | tail -3', '=== 3 failed, 12 passed in 0.5s ==='],
    ['go test ./... | grep -v ok', '--- FAIL: TestLogin (0.00s)\nFAIL\tshop/login\t0.01s\nFAIL'],
    ['cargo test 2>&1 | tail', 'test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured'],
    ['npx tsc --noEmit | head', "src/a.ts(3,5): error TS2307: Cannot find module './client'"],
    ['make all | tail', 'main.c:3:1: error: unknown type name\nmake: *** [Makefile:3: main.o] Error 1'],
    ['npm run build | tail', 'error: cannot resolve ./client\nBUILD FAILED in 3s'],
    ['npm run lint | tail', '✖ 3 problems (2 errors, 1 warning)'],
    ['python run_suite.py | tee log', 'Ran 3 tests in 0.1s\n\nFAILED (failures=1)'],
  ])('failed: %s', (command, output) => {
    expect(hidesFailure(command, output, true)).toBe(true);
  });

  it.each([
    ['npm test | tail', VITEST_PASSED],
    ['npm test', ' Tests  0 failed | 5 passed (5)'],
    ['npm test', '  FAIL fast\n    ✓ gives up at once\n\n  12 passing (30ms)'],
    ['pytest -v | tail', 'tests/test_error.py::test_failed PASSED\n=== 12 passed in 0.5s ==='],
    ['git log --oneline | head', 'abc1234 fix: 3 failed tests\nFAILED builds are kept\nerror: is not told'],
    ['git -C app log -3', 'FAILED builds are kept\nerror: 3 failed'],
    ['cat build.log', VITEST_FAILED],
    ['grep -rn FAIL . | head', 'FAIL  test/login.test.ts\n1 failed'],
    ['rg "npm test" docs', '1 failed\nFAILED'],
    ['tail -50 test-output.txt', VITEST_FAILED.replace('AssertionError', 'Error')],
    ['git commit -m "fix: npm test | tail hides 1 failed"', '[main abc] fix: 1 failed\n 3 files changed'],
    ['npm install', '3 packages are looking for funding\nfound 0 vulnerabilities'],
    ['npm run build', 'Compiled with 0 errors'],
    ['npx eslint --fix .', '4 errors fixed'],
    ['ls test', 'FAILED\nerror.test.ts'],
    ['', VITEST_FAILED],
  ])('did not: %s', (command, output) => {
    expect(hidesFailure(command, output, true)).toBe(false);
  });
});

describe('a command whose exit code nobody tells', () => {
  it.each([
    [
      'node server.js',
      'starting\nnode:net:1\n\nError: listen EADDRINUSE: address already in use :::3000\n    at Server.x (net:1:2)',
    ],
    ['python seed.py', 'Traceback (most recent call last):\n  File "seed.py", line 3\nKeyError: \'orders\''],
    ['frobnicate', 'bash: line 1: frobnicate: command not found'],
    ['git push', 'To host:x\nfatal: Could not read from remote repository.'],
  ])('failed when it broke off: %s', (command, output) => {
    expect([hidesFailure(command, output, false), hidesFailure(command, output, true)]).toEqual([true, false]);
  });

  it.each([
    ['node server.js', 'listening on 3000'],
    ['git log', 'fatal: is a word'],
    ['npm test', VITEST_PASSED],
    ['node migrate.js', `TypeError: x is caught\n${'done\n'.repeat(20)}`],
  ])('did not: %s', (command, output) => {
    expect(hidesFailure(command, output, false)).toBe(false);
  });
});
