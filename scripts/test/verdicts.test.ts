import { expect, it } from 'vitest';
import { promiseOf, type Verdict } from '../check/verdicts.ts';

it('a promise holds as far as the least of the rows that make it good', () => {
  const stateOf = (...states: Verdict['state'][]) =>
    promiseOf(
      'P12',
      'conformance',
      states.map((state) => ({ id: 'T23', what: 'a revision', found: '', state })),
    );
  expect(stateOf('ok', 'ok')).toEqual({ id: 'P12', what: 'conformance', found: '2 of 2 rows', state: 'ok' });
  expect(stateOf('ok', 'close').state).toBe('close');
  expect(stateOf('ok', 'close', 'failed')).toMatchObject({ found: '2 of 3 rows', state: 'failed' });
  expect(stateOf().state).toBe('failed');
});
