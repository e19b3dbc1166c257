import { blankLesson, type Reflection } from '@twicewise/contract';
import type { BriefHit } from '../../src/briefing/brief.ts';

/** The fake clock's time, in milliseconds. */
export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A valid lesson id that ends in `n`. */
export function idOf(n: number): string {
  return `refl_01ARZ3NDEKTSV4RRFFQ69G5${ALPHABET[(n >> 10) & 31]}${ALPHABET[(n >> 5) & 31]}${ALPHABET[n & 31]}`;
}

/** A complete lesson; the n-th is n hours old, unless `fields` says otherwise. */
export function lesson(n: number, fields: Partial<Reflection> = {}): Reflection {
  const createdAt = new Date(NOW - n * 3_600_000).toISOString();
  return {
    id: idOf(n),
    nativeId: null,
    seq: 10_000 - n,
    projectId: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    projectName: 'web-shop',
    sessionId: null,
    sessionNativeId: null,
    ...blankLesson(),
    taskDescription: `Task ${n}`,
    outcome: 'success',
    outcomeSource: 'reported',
    outcomeNative: null,
    originalOutcome: null,
    state: 'accepted',
    pinned: false,
    agent: null,
    author: { kind: 'agent', name: 'claude-code' },
    sourceId: null,
    sourcePointer: null,
    createdAt,
    observedAt: null,
    timeQuality: 'exact',
    updatedAt: createdAt,
    revision: 1,
    extra: {},
    deletedAt: null,
    ...fields,
  };
}

/** Lessons in the order of a search, best first. */
export function hitsOf(lessons: readonly Reflection[]): BriefHit[] {
  return lessons.map((reflection, at) => ({ reflection, rank: at + 1, score: 10 / (at + 1) }));
}
