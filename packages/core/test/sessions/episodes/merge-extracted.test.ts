import type { EpisodeContent, EpisodeEvent } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markItems } from '../../../src/sessions/episodes/item-hash.ts';
import { lastReading, storedReading } from '../../../src/sessions/episodes/last-reading.ts';
import { mergeExtracted } from '../../../src/sessions/episodes/merge-extracted.ts';

/** Only a few words, so that equal and repeated items are common. */
const word = fc.constantFrom('built', 'tested', 'failed', 'asked', 'merged');

function eventOf(content: string, at: number): EpisodeEvent {
  const id = `e${String(at + 1).padStart(3, '0')}`;
  const known = { at: null, timeQuality: 'unknown' as const, origin: null, extra: {} };
  return { id, type: 'milestone', content, commitSha: null, ...known };
}

const content: fc.Arbitrary<EpisodeContent> = fc
  .record({
    task: word,
    outcome: fc.constantFrom('success', 'failure', 'unknown'),
    words: fc.array(word, { maxLength: 5 }),
    lessons: fc.uniqueArray(word, { maxLength: 4 }),
    metrics: fc.dictionary(word, fc.option(fc.nat(9), { nil: null }), { maxKeys: 2 }),
    links: fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 3 }),
  })
  .map(({ task, outcome, words, lessons, metrics, links }) => {
    const events = markItems(words.map(eventOf));
    const forward = links.filter(([from, to]) => from < to && to < events.length);
    const unique = [...new Map(forward.map((link) => [link.join(), link])).values()];
    return {
      task,
      outcome: outcome as EpisodeContent['outcome'],
      outcomeSource: 'reported',
      outcomeNative: null,
      occurredAt: null,
      timeQuality: 'unknown',
      decisions: [],
      events,
      links: unique.map(([from, to]) => ({
        from: events[from]?.id ?? '',
        to: events[to]?.id ?? '',
        relation: 'precedes',
        basis: 'temporal',
      })),
      metrics,
      lessons,
      memoryRefs: [],
      extra: { file: { task, lessons } },
    };
  });

/** The contents, without the ids of the items. */
function said(episode: EpisodeContent) {
  const textOf = new Map(episode.events.map(({ id, content }) => [id, content]));
  const links = episode.links.map(({ from, to }) => `${textOf.get(from)} ${textOf.get(to)}`);
  return {
    ...episode,
    events: episode.events.map(({ content }) => content),
    links: links.sort(),
    lessons: episode.lessons.toSorted(),
  };
}

const merged = (here: EpisodeContent, before: EpisodeContent, next: EpisodeContent) =>
  mergeExtracted(here, lastReading(before), next).content;

describe('reading a file again', () => {
  it('that says the same changes nothing, whatever a person changed (R11)', () => {
    verifies('R11');
    fc.assert(
      fc.property(content, content, (file, person) => {
        const here = { ...file, task: person.task, lessons: person.lessons, outcome: person.outcome };
        expect(merged(here, file, file)).toEqual({ ...here, lessons: expect.any(Array) });
        expect(merged(here, file, file).lessons.toSorted()).toEqual(here.lessons.toSorted());
        expect(merged(file, file, file)).toEqual(file);
      }),
    );
  });

  it('that says something else gives what it says now, where nobody changed anything', () => {
    fc.assert(
      fc.property(content, content, (file, next) => {
        expect(said(merged(file, file, next))).toEqual(said(next));
      }),
    );
  });

  it('gives each item an id of its own, keeps the ids of what stays, and lets no link dangle (R8, R10)', () => {
    verifies('R8', 'R10');
    fc.assert(
      fc.property(content, content, (file, next) => {
        const { events, links } = merged(file, file, next);
        const ids = events.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(links.every(({ from, to }) => ids.includes(from) && ids.includes(to))).toBe(true);
        const [first] = file.events;
        if (first && next.events.some((event) => event.content === first.content)) {
          expect(events.find(({ content }) => content === first.content)?.id).toBe(first.id);
        }
      }),
    );
  });

  it('leaves what a person rewrote, added or took out as they left it (R11)', () => {
    verifies('R11');
    fc.assert(
      fc.property(content, content, (file, next) => {
        fc.pre(file.events.length >= 2);
        const [first, second, ...others] = file.events as [EpisodeEvent, EpisodeEvent, ...EpisodeEvent[]];
        const rewritten = { ...first, content: 'as the person has it' };
        const added = { ...eventOf('added by hand', 90) };
        const here = { ...file, events: [rewritten, ...others, added], task: 'the real task', links: [] };
        const { events, task } = merged(here, file, next);
        expect(task).toBe('the real task');
        const texts = events.map(({ content }) => content);
        expect(texts).toContain('as the person has it');
        expect(texts).toContain('added by hand');
        const there = (word: string, items: readonly EpisodeEvent[]) =>
          items.filter(({ content }) => content === word).length;
        // Among equal items, it cannot be known which one was removed; there are never more than in the file.
        if (second.content !== first.content) {
          const most = Math.max(there(second.content, next.events), 0);
          expect(there(second.content, events)).toBeLessThanOrEqual(most);
        }
        if (there(second.content, file.events) === 1 && there(second.content, next.events) === 1) {
          expect(texts).not.toContain(second.content);
        }
      }),
    );
  });
});

describe('what a file said last', () => {
  it('is the same for a memory of an earlier version, which kept the file itself in it', () => {
    fc.assert(
      fc.property(content, (read) => {
        const { extra: _hash, ...known } = lastReading(read);
        const earlier = { ...known, fields: { ...known.fields, extra: read.extra } };
        expect(storedReading(JSON.parse(JSON.stringify(earlier)))).toEqual(lastReading(read));
        expect(storedReading(lastReading(read))).toEqual(lastReading(read));
      }),
    );
    expect(storedReading(null)).toBeNull();
  });
});
