import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorSignature, printedErrors } from '../../src/patterns/signature.ts';

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
    ["Error: Cannot find module '/home/a/b c/x.js'", "Error: Cannot find module '/srv/app/y.js'"],
    [
      'Error: cannot read src/cart/total.ts',
      'Error: cannot read lib/very/long/path/to/some/other/place/of-it.tsx:12:7',
    ],
    ['Error: cannot read C:\\Users\\me\\shop\\total.ts:3', 'Error: cannot read /home/me/shop/total.ts'],
    [
      'Error: lock held by 7f3a2b1c-1111-4222-8333-944455566677',
      'Error: lock held by 0A1B2C3D-AAAA-4BBB-8CCC-DDDDEEEEFFFF',
    ],
    ['Error: connection to db.internal:5432 refused', 'Error: connection to 10.0.0.7:6432 refused'],
    ['Error: connection to localhost:5432 refused', 'Error: connection to [::1]:6432 refused'],
    ['Error: connection to fe80::1ff:fe23:4567:890a refused', 'Error: connection to 192.168.1.1:80 refused'],
    ['fatal: lease expired at 2026-03-01T12:00:00.123Z', 'fatal: lease expired at 2025-11-30T08:15:59+02:00'],
    ['fatal: lease expired at 2026-03-01 12:00:00,123', 'fatal: lease expired at 08:15:59'],
    ['Error: gave up after 1m30s', 'Error: gave up after 250ms'],
    ['Error: gave up after 30 seconds', 'Error: gave up after 1 second'],
    ['Error: gave up after 2.5 minutes', 'Error: gave up after 90s'],
    ['Error: bad pointer 0x7ffee4b0', 'Error: bad pointer 0xDEADBEEF0012'],
    ['Error: bad pointer 0x1f', 'Error: bad pointer 0xffffffff'],
    [
      '2026-03-01T12:00:00Z ERROR [pool-1] connection pool exhausted',
      '12:44:01 ERROR [pool-17] connection pool exhausted',
    ],
    ['2026-03-01 12:00:00,123 FATAL worker 12 lost its lease', '23:15:44 FATAL worker 7 lost its lease'],
    ['\u001b[31mError: the queue is full\u001b[39m', 'Error: the queue is full'],
    ['Error: worker-3 died', 'Error: worker-17 died'],
    [`Error: cannot read ${'n'.repeat(120)}.ts:3`, 'Error: cannot read total.ts:12'],
    [`Error: cannot read lib/${'n'.repeat(120)}/x.ts`, 'Error: cannot read /srv/total.ts'],
    ['Error: no such key “a”, “b”', 'Error: no such key “c”, “d”'],
    ['fatal: commit deadbeef1 is gone', 'fatal: commit 0123abcd is gone'],
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
    ['Error: connection to the database refused', 'Error: connection to the queue refused'],
    ['ERROR [a] connection pool exhausted', 'ERROR [a] disk is full'],
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
    'ERROR handling is missing',
    'Log every ERROR and say where',
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

  it('knows the ends of lines of every system, and of what is drawn over', () => {
    const text = 'reading 10 %\rENOENT\r\nTypeError: x is not a function\rRangeError: too long\r';
    expect(printedErrors(text, 5).map(({ line }) => line)).toEqual([
      'ENOENT',
      'TypeError: x is not a function',
      'RangeError: too long',
    ]);
  });

  it('of a signature is that signature', () => {
    for (const text of ['TypeError: Cannot read properties of undefined (reading 3)', 'EADDRINUSE: port 8080']) {
      const once = errorSignature(text) ?? '';
      expect(errorSignature(once)).toBe(once);
    }
  });
});
