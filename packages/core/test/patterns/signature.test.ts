import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorSignature } from '../../src/patterns/signature.ts';

describe('the signature of an error', () => {
  it.each([
    [
      "src/cart.ts:41:7 - error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
      "lib/x.ts:2:99 - error TS2345: Argument of type 'Foo' is not assignable to parameter of type 'Bar'.",
    ],
    [
      "TypeError: Cannot read properties of undefined (reading 'total')",
      "TypeError: Cannot read properties of undefined (reading 'id')",
    ],
    [
      'Error: listen EADDRINUSE: address already in use 127.0.0.1:8080',
      'Error: listen EADDRINUSE: address already in use :::3000',
    ],
    ["ENOENT: no such file or directory, open '/a/b.json'", "ENOENT: no such file or directory, open 'c.json'"],
    ['sqlite3.OperationalError: database is locked', 'it ended with\nsqlite3.OperationalError: database is locked'],
    [
      'fatal: unable to access https://a.example/x.git: timeout after 30 s',
      'fatal: unable to access https://b.example/y.git: timeout after 5 s',
    ],
    ['Error: Cannot find module left-pad', 'Uncaught Error: Cannot find module left-pad'],
    ['TimeoutError: exceeded 30001ms', 'TimeoutError: exceeded 60000ms'],
    ['java.lang.NullPointerException', 'it ended with java.lang.NullPointerException'],
    [
      'panic: runtime error: index out of range [5] with length 3',
      'panic: runtime error: index out of range [17] with length 9',
    ],
  ])('is the same for the same error elsewhere: %j', (one, other) => {
    expect(errorSignature(one)).not.toBeNull();
    expect(errorSignature(one)).toBe(errorSignature(other));
  });

  it.each([
    ['error TS2345: Argument is wrong', 'error TS2322: Argument is wrong'],
    ['TypeError: x is not a function', 'RangeError: x is not a function'],
    [
      "TypeError: can't open the file because it isn't there",
      "TypeError: can't reach the host, so the upload isn't there",
    ],
    ['SQLITE_BUSY: database is locked', 'SQLITE_FULL: database or disk is full'],
  ])('tells errors apart: %j and %j', (one, other) => {
    expect(errorSignature(one)).not.toBe(errorSignature(other));
  });

  it.each([
    'Retry the request',
    'The tests failed again',
    'Note: run it twice',
    'PROJ1234: Make the page fast',
    'RFC2119: read it first',
    'EVERY TIME it fails',
    'error: 42',
    '',
  ])('is null where no error is named: %j', (text) => {
    expect(errorSignature(text)).toBeNull();
  });

  it('is found in long and hostile texts within bounded work', () => {
    const long = [
      `${'a.'.repeat(20_000)}Error`,
      `/${'x/'.repeat(20_000)}`,
      `${"'".repeat(20_001)}`,
      'E'.repeat(50_000),
    ];
    for (const text of long) expect(errorSignature(`TypeError: is bad ${text}`)?.length ?? 0).toBeLessThanOrEqual(400);
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => (errorSignature(text)?.length ?? 0) <= 400));
  });

  it('of a signature is that signature', () => {
    for (const text of ['TypeError: Cannot read properties of undefined (reading 3)', 'EADDRINUSE: port 8080']) {
      const once = errorSignature(text) ?? '';
      expect(errorSignature(once)).toBe(once);
    }
  });
});
