import {
  type EpisodeContent,
  type EpisodeDecision,
  type EpisodeEvent,
  type EpisodeLink,
  MAX_EPISODE_BYTES,
  MAX_TEXT_BYTES,
  textBytes,
} from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { fitted, notesOnRoom } from '../src/episodes/fit.ts';
import { EMPTY_EPISODE } from './empty-episode.ts';

const WHEN = { at: null, timeQuality: 'unknown' as const, origin: null, extra: {} };
const EMPTY: EpisodeContent = {
  ...EMPTY_EPISODE,
  metrics: { errors: 2 },
  memoryRefs: [{ system: 'board', name: 'SHOP-7' }],
  extra: { system: 'session-log' },
};
const NOTHING = { decisions: 0, events: 0, lessons: 0, isCut: false };
const HALF = MAX_TEXT_BYTES / 2;

function decisionOf(id: string, fields: Partial<EpisodeDecision> = {}): EpisodeDecision {
  const said = { type: null, context: '', options: [], chosen: 'Retry', rationale: null, risks: [], confidence: null };
  return { id, ...said, outcome: 'unknown', outcomeSource: 'defaulted', ...WHEN, ...fields };
}

function eventOf(id: string, fields: Partial<EpisodeEvent> = {}): EpisodeEvent {
  return { id, type: 'milestone', content: 'Done', commitSha: null, ...WHEN, ...fields };
}

const linkOf = (from: string, to: string): EpisodeLink => ({ from, to, relation: 'causes', basis: 'textual' });

/** A text of so many bytes, which tells its number in letters: numbers do not tell events apart. */
function textOf(n: number, bytes: number): string {
  const letters = [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return letters.padEnd(bytes, '-');
}

/** `count` items, each of which has one text of `bytes` bytes. */
const many = {
  decisions: (count: number, bytes: number) =>
    Array.from({ length: count }, (_, n) => decisionOf(`d${n}`, { chosen: textOf(n, bytes) })),
  events: (count: number, bytes: number) =>
    Array.from({ length: count }, (_, n) => eventOf(`e${n}`, { content: textOf(n, bytes) })),
  lessons: (count: number, bytes: number) => Array.from({ length: count }, (_, n) => textOf(n, bytes)),
};

/** An episode of exactly so many bytes, filled up with short lessons. */
function sized(bytes: number, fields: Partial<EpisodeContent>): EpisodeContent {
  const content = { ...EMPTY, ...fields };
  const missing = bytes - textBytes(content);
  const lessons = [...content.lessons, ...many.lessons(Math.floor(missing / 1000), 1000), 'x'.repeat(missing % 1000)];
  const filled = { ...content, lessons };
  expect(textBytes(filled)).toBe(bytes);
  return filled;
}

/** What fits of an episode, which is within the limit whatever it was. */
function fitOf(content: EpisodeContent) {
  const found = fitted(content);
  expect(textBytes(found.content)).toBeLessThanOrEqual(MAX_EPISODE_BYTES);
  return found;
}

describe('the texts of an episode', () => {
  it('stay as they are where it fits, up to the very limit', () => {
    const content = sized(MAX_EPISODE_BYTES, {
      task: 'x'.repeat(MAX_TEXT_BYTES),
      events: [eventOf('e1', { extra: { a: 'b' } }), eventOf('e2')],
      links: [linkOf('e1', 'e2')],
    });
    const found = fitOf(content);
    expect(found.content).toBe(content);
    expect(found.leftOut).toEqual(NOTHING);
  });

  it('are cut to half of what one may have where it is one byte too large, wherever they stand', () => {
    const long = 'x'.repeat(HALF + 1);
    const half = 'x'.repeat(HALF);
    const cut = `${'x'.repeat(HALF - 3)}…`;
    const decision = {
      ...{ context: long, options: [long, 'short'], chosen: half, rationale: long, risks: [long], confidence: 0.5 },
      ...{ at: '2026-03-01T12:00:00.000Z', origin: { pointer: '/decisions/0', hash: '' } },
    };
    const [first, second] = [decisionOf('d1', { ...decision, extra: { odd: 'field' } }), decisionOf('d2')];
    const event = eventOf('e1', { content: long, commitSha: 'abcdef1', extra: { more: ['fields'] } });
    const links = [linkOf('d1', 'd2'), linkOf('d2', 'e1')];
    const whole = sized(MAX_EPISODE_BYTES + 1, {
      ...{ task: long, lessons: [long], decisions: [first, second], events: [event], links },
    });
    const { content, leftOut } = fitOf(whole);
    expect(content).toEqual({
      ...whole,
      task: cut,
      lessons: [cut, ...whole.lessons.slice(1)],
      decisions: [{ ...first, context: cut, options: [cut, 'short'], rationale: cut, risks: [cut], extra: {} }, second],
      events: [{ ...event, content: cut, extra: {} }],
    });
    expect(leftOut).toEqual({ ...NOTHING, isCut: true });
  });

  it('are cut once more to half of that, until it fits, and nothing else goes', () => {
    const repeated = [eventOf('e1', { content: 'Try 1' }), eventOf('e2', { content: 'Try 2' })];
    const whole = { ...EMPTY, lessons: many.lessons(32, 20_000), events: repeated };
    const { content, leftOut } = fitOf(whole);
    expect(content.lessons.map((lesson) => textBytes(lesson))).toEqual(whole.lessons.map(() => HALF / 4));
    expect({ ...content, lessons: [] }).toEqual({ ...whole, lessons: [] });
    expect(leftOut).toEqual({ ...NOTHING, isCut: true });
  });

  it('are not cut below 1 KB, which is longer than any id or place', () => {
    const pointer = '/'.padEnd(1024, 'p');
    const [lessons, placed] = [many.lessons(500, 1100), eventOf('e0', { origin: { pointer, hash: '' } })];
    const few = fitOf({ ...EMPTY, lessons, events: [placed] });
    expect(few.content.lessons.map((lesson) => textBytes(lesson))).toEqual(lessons.map(() => 1024));
    expect(few.content.events).toEqual([placed]);
    expect(few.leftOut).toEqual({ ...NOTHING, isCut: true });
    const more = fitOf({ ...EMPTY, lessons, events: many.events(480, 1100) });
    expect(new Set(more.content.lessons.map((lesson) => textBytes(lesson)))).toEqual(new Set([1024]));
    expect(new Set(more.content.events.map(({ content }) => textBytes(content)))).toEqual(new Set([1024]));
    expect(more.leftOut.lessons + more.leftOut.events).toBeGreaterThan(0);
  });

  it('are enough where what is left has the very size of the limit: no item goes, not even one that repeats another', () => {
    const repeated = [eventOf('e1', { content: 'Try 1' }), eventOf('e2', { content: 'Try 2' })];
    const whole = sized(MAX_EPISODE_BYTES + HALF, { task: 'x'.repeat(MAX_TEXT_BYTES), events: repeated });
    const { content, leftOut } = fitOf(whole);
    expect(textBytes(content)).toBe(MAX_EPISODE_BYTES);
    expect(content).toEqual({ ...whole, task: `${'x'.repeat(HALF - 3)}…` });
    expect(leftOut).toEqual({ ...NOTHING, isCut: true });
  });
});

describe('the items of an episode', () => {
  const said = 'The queue was full and the writer waited for a turn. '.repeat(16);

  it('that repeat an earlier one but for numbers go first, with their links', () => {
    const tries = Array.from({ length: 900 }, (_, n) => eventOf(`e${n + 8}`, { content: `${said}Try ${n + 8}` }));
    const others = [
      eventOf('o1', { type: 'error', content: `${said}Try 7` }),
      eventOf('o2', { content: `${said}Try ` }),
      eventOf('o3', { content: `${said}Tries 7` }),
      eventOf('o4', { content: '7' }),
      eventOf('o5', { content: '7 of 12' }),
    ];
    const decisions = [decisionOf('d1'), decisionOf('d2')];
    const kept = [linkOf('d1', 'e8'), linkOf('d1', 'd2'), linkOf('e8', 'o1'), linkOf('o1', 'd2')];
    const links = [...kept, linkOf('e8', 'e9'), linkOf('e9', 'd2'), linkOf('e10', 'e11')];
    const lessons = ['Wait once', 'Wait once'];
    const { content, leftOut } = fitOf({ ...EMPTY, decisions, events: [...tries, ...others], links, lessons });
    expect(content).toEqual({ ...EMPTY, decisions, events: [tries[0], ...others], links: kept, lessons });
    expect(leftOut).toEqual({ ...NOTHING, events: 899 });
  });

  it.each(['decisions', 'events', 'lessons'] as const)('go from the end, where most room is taken: %s', (kind) => {
    const few = { decisions: many.decisions(5, 900), events: many.events(6, 900), lessons: many.lessons(7, 900) };
    const links = [linkOf('d0', 'e0'), linkOf('d4', 'e5')];
    const whole = { ...EMPTY, ...few, links, [kind]: many[kind](1001, 700) };
    const { content, leftOut } = fitOf(whole);
    expect(content).toEqual({ ...whole, [kind]: whole[kind].slice(0, 500) });
    expect(leftOut).toEqual({ ...NOTHING, [kind]: 501 });
  });

  it('go of each kind in turn, until it fits; links that lose an end go with them', () => {
    const [decisions, events] = [many.decisions(600, 800), many.events(500, 800)];
    const kept = [linkOf('d0', 'd1'), linkOf('e0', 'e249'), linkOf('d299', 'e0')];
    const links = [...kept, linkOf('d0', 'd300'), linkOf('e250', 'e0'), linkOf('d599', 'e499')];
    const { content, leftOut } = fitOf({ ...EMPTY, decisions, events, links });
    const [first, second] = [decisions.slice(0, 300), events.slice(0, 250)];
    expect(content).toEqual({ ...EMPTY, decisions: first, events: second, links: kept });
    expect(leftOut).toEqual({ ...NOTHING, decisions: 300, events: 250 });
  });
});

describe('what was left out of an episode', () => {
  it('is not a text where none is as long as they are cut to, but is a field that was not understood', () => {
    const events = many.events(600, 1000);
    expect(fitOf({ ...EMPTY, events }).leftOut).toEqual({ ...NOTHING, events: 300 });
    const odd = events.map((event) => ({ ...event, extra: { odd: true } }));
    expect(fitOf({ ...EMPTY, events: odd }).leftOut).toEqual({ ...NOTHING, events: 300, isCut: true });
  });

  it.each([
    [{}, []],
    [{ isCut: true }, ['its longest texts are cut for want of room']],
    [{ decisions: 1 }, ['left out for want of room: at least 1 decision']],
    [{ decisions: 1, events: 1, lessons: 1 }, ['left out for want of room: at least 1 decision, 1 event, 1 lesson']],
    [
      { decisions: 2, lessons: 30, isCut: true },
      ['left out for want of room: at least 2 decisions, 30 lessons', 'its longest texts are cut for want of room'],
    ],
    [{ events: 2 }, ['left out for want of room: at least 2 events']],
  ])('is told in words: %j', (some, notes) => {
    expect(notesOnRoom({ ...NOTHING, ...some })).toEqual(notes);
  });
});
