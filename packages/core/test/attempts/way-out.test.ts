import type { AttemptMeasures } from '@twicewise/store';
import { describe, expect, it } from 'vitest';
import { waysAt, waysPast } from '../../src/attempts/way-out.ts';
import { measured } from './measured.ts';

/** Attempts of one session at one task: a strategy each, and whether it came through. All that did not end with the error E. */
function session(name: string, ...tries: [strategy: string, outcome: AttemptMeasures['outcome']][]): AttemptMeasures[] {
  return tries.map(([strategy, outcome]) =>
    measured({ sessionId: name, strategy, outcome, errors: outcome === 'success' ? [] : ['E'] }),
  );
}
const own = (...strategies: string[]) => strategies.map((strategy) => measured({ strategy }));

describe('what other sessions tried', () => {
  it('against an error is counted by strategy, whatever the form of its words', () => {
    const others = [
      ...session('a', ['Sum the rows', 'failure'], ['Parse the rows', 'success']),
      ...session('b', ['Sum the rows', 'failure'], ['Parsed rows', 'failure'], ['Parsing the rows.', 'success']),
    ];
    expect(waysPast('E', others, [])).toEqual({
      worked: [{ strategy: 'Parsing the rows.', worked: 2, tried: 3 }],
      failed: [],
    });
    expect(waysPast('F', others, [])).toEqual({ worked: [], failed: [] });
  });

  it('is ranked by how good its record is at least, not by what was last or never failed', () => {
    const often = ['a', 'b', 'c', 'd'].flatMap((name) =>
      session(name, ['Begin', 'failure'], ['Parse the rows', name === 'a' ? 'failure' : 'success']),
    );
    const once = session('e', ['Begin', 'failure'], ['Clear the cache', 'success']);
    const { worked } = waysPast('E', [...often, ...once], []);
    expect(worked).toEqual([
      { strategy: 'Parse the rows', worked: 3, tried: 4 },
      { strategy: 'Clear the cache', worked: 1, tried: 1 },
    ]);
  });

  it('leaves out what this session tried, what nobody measured, and what has no words', () => {
    const others = [
      ...session('a', ['Begin', 'failure'], ['Parse the rows', 'success']),
      ...session('b', ['Begin', 'failure'], ['Clear the cache', 'unknown']),
      ...session('c', ['Begin', 'failure'], ['', 'success']),
      ...session('d', ['Begin', 'failure'], ['Round the sum', 'failure']),
    ];
    expect(waysPast('E', others, own('Parsed the rows'))).toEqual({
      worked: [],
      failed: [{ strategy: 'Round the sum', worked: 0, tried: 1 }],
    });
  });

  it('does not count what led to the error, nor what followed it elsewhere or later', () => {
    const others = [
      ...session('a', ['Begin', 'failure']),
      ...session('b', ['Parse the rows', 'success'], ['Add a page', 'success']),
      measured({ sessionId: 'a', taskIdentity: 'task_b', strategy: 'Another task', outcome: 'success' }),
    ];
    expect(waysPast('E', others, [])).toEqual({ worked: [], failed: [] });
  });

  it('names first what failed most often, so that nobody tries it once more', () => {
    const others = ['a', 'b', 'c'].flatMap((name) =>
      session(name, ['Begin', 'failure'], [name === 'c' ? 'Clear the cache' : 'Round the sum', 'failure']),
    );
    expect(waysPast('E', others, [])).toEqual({
      worked: [],
      failed: [
        { strategy: 'Round the sum', worked: 0, tried: 2 },
        { strategy: 'Clear the cache', worked: 0, tried: 1 },
      ],
    });
  });

  it('does not count what followed a success, whatever that had printed', () => {
    const others = [
      measured({ sessionId: 'a', strategy: 'Parse the rows', outcome: 'success', errors: ['E'] }),
      measured({ sessionId: 'a', strategy: 'Add a page', outcome: 'failure' }),
    ];
    expect(waysPast('E', others, [])).toEqual({ worked: [], failed: [] });
  });

  it('at a task counts every attempt', () => {
    const others = session('a', ['Sum the rows', 'failure'], ['Parse the rows', 'success']);
    expect(waysAt(others, own('Round them'))).toEqual({
      worked: [{ strategy: 'Parse the rows', worked: 1, tried: 1 }],
      failed: [{ strategy: 'Sum the rows', worked: 0, tried: 1 }],
    });
  });
});
