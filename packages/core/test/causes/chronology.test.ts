import type { Episode } from '@twicewise/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrderOfTime, isKnownBefore, type Placed } from '../../src/causes/answers/chronology.ts';
import { episodeOf } from './samples.ts';

type Minute = number | null;

function timed<T>(items: readonly T[], minutes: readonly Minute[]) {
  return items.map((item, at) => {
    const minute = minutes[at] ?? null;
    const time = minute === null ? null : new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
    return { ...item, at: time, timeQuality: time === null ? ('unknown' as const) : ('exact' as const) };
  });
}

/** A session whose decisions and events have these minutes as times; null for no time. */
function session(decisions: readonly Minute[], events: readonly Minute[]): Episode {
  const names = (of: readonly Minute[]) => of.map((_, at) => `item ${at}`);
  const plain = episodeOf(1, { decisions: names(decisions), events: names(events) });
  return { ...plain, decisions: timed(plain.decisions, decisions), events: timed(plain.events, events) };
}

const minute = fc.option(fc.integer({ min: 0, max: 9 }), { nil: null });
const minutes = fc.array(minute, { maxLength: 8 });
const anySession = fc.tuple(minutes, minutes).map(([decisions, events]) => session(decisions, events));
/** A log whose times never decrease. */
const soundSession = fc.tuple(minutes, minutes).map(([decisions, events]) => {
  const rising = events.filter((time) => time !== null).toSorted((a, b) => a - b);
  return session(
    decisions,
    events.map((time) => (time === null ? null : (rising.shift() ?? null))),
  );
});

const namesOf = (items: readonly Placed[]) => items.map(({ itemId }) => itemId);

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [T, T] => [one, other]));
}

describe('the order of what happened in a session', () => {
  it('puts what has no time where the log has it, also where three of them would contradict each other in pairs', () => {
    // By the log, the first is before the second, and the second before the third. By time, the third is before the first.
    const items = inOrderOfTime(session([], [30, null, 10]));
    expect(namesOf(items)).toEqual(['e2', 'e0', 'e1']);
    expect(items.map((one) => items.filter((other) => isKnownBefore(other, one)).map(({ itemId }) => itemId))).toEqual([
      [],
      ['e2'],
      ['e0'],
    ]);
  });

  it('knows of a decision with a time what the log has before an event of an earlier time', () => {
    const items = inOrderOfTime(session([20], [null, 10, null, 30]));
    const [decision] = items.filter(({ itemId }) => itemId === 'd0');
    const before = items.filter((item) => isKnownBefore(item, decision as Placed));
    // An item between 10 and 30 may have happened earlier or later.
    expect(namesOf(before)).toEqual(['e0', 'e1']);
    expect(namesOf(items.filter((item) => isKnownBefore(decision as Placed, item)))).toEqual(['e3']);
  });

  it('is one order of all, in which nothing stands before what is known to have come first', () => {
    fc.assert(
      fc.property(anySession, (episode) => {
        const items = inOrderOfTime(episode);
        expect(namesOf(items).toSorted()).toEqual(
          [...episode.decisions, ...episode.events].map(({ id }) => id).toSorted(),
        );
        for (const [first, second] of pairs(items)) expect(isKnownBefore(second, first)).toBe(false);
      }),
    );
  });

  it('respects every time that is stated, whatever the log says', () => {
    fc.assert(
      fc.property(anySession, (episode) => {
        const times = inOrderOfTime(episode).flatMap(({ exactAt }) => exactAt ?? []);
        expect(times).toEqual(times.toSorted());
        for (const [one, other] of pairs(inOrderOfTime(episode))) {
          if (one.exactAt === null || other.exactAt === null || one.exactAt === other.exactAt) continue;
          expect(isKnownBefore(one, other)).toBe(true);
        }
      }),
    );
  });

  it('respects every place in a log whose times rise, and leaves alike what is alike', () => {
    fc.assert(
      fc.property(soundSession, (episode) => {
        const items = inOrderOfTime(episode);
        const events = items.filter(({ place }) => place !== null);
        expect(namesOf(events)).toEqual(episode.events.map(({ id }) => id));
        for (const [one, other] of pairs(events)) expect(isKnownBefore(one, other)).toBe(true);
        const untimed = items.filter(({ place, exactAt }) => place === null && exactAt === null);
        expect(namesOf(untimed)).toEqual(namesOf(untimed).toSorted());
      }),
    );
  });

  it('knows what follows from what it knows, in a log whose times rise', () => {
    fc.assert(
      fc.property(soundSession, (episode) => {
        const items = inOrderOfTime(episode);
        for (const [one, other] of pairs(items))
          for (const third of items)
            if (isKnownBefore(one, other) && isKnownBefore(other, third)) expect(isKnownBefore(one, third)).toBe(true);
      }),
    );
  });
});
