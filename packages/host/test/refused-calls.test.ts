import { describe, expect, it } from 'vitest';
import { RefusedCalls } from '../src/hooks/refused-calls.ts';

const EDIT = 'Edit cart.ts: String to replace not found in file.';

/** Whether each refusal is one too many. Refusals come at these seconds. */
function at(...seconds: number[]): boolean[] {
  let now = 0;
  const refused = new RefusedCalls(() => now);
  return seconds.map((second) => {
    now = second * 1000;
    return refused.isAgain('session', EDIT);
  });
}

describe('calls that are refused', () => {
  it('are too many from the third time on, once per row', () => {
    expect(at(0, 10, 20, 30, 40)).toEqual([false, false, true, false, false]);
    expect(at(0, 10, 20, 1000, 1010, 1020)).toEqual([false, false, true, false, false, true]);
  });

  it('are one try where they were made beside each other, and no row where they lie far apart (control)', () => {
    expect(at(0, 0.1, 0.2, 0.3)).toEqual([false, false, false, false]);
    expect(at(0, 400, 800)).toEqual([false, false, false]);
  });

  it('count by session and call, and are forgotten at last', () => {
    let now = 0;
    const refused = new RefusedCalls(() => now);
    const next = (session: string, call: string) => {
      now += 2000;
      return refused.isAgain(session, call);
    };
    expect([next('a', EDIT), next('b', EDIT), next('a', 'Read x'), next('b', 'Read x')]).not.toContain(true);
    now -= 2000;
    for (let n = 0; n < 500; n++) refused.isAgain('c', `call ${n}`);
    expect([next('a', EDIT), next('a', EDIT)]).toEqual([false, false]);
    expect(next('a', EDIT)).toBe(true);
  });
});
