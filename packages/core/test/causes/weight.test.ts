import { describe, expect, it } from 'vitest';
import type { EvidencePart } from '../../src/causes/contribution.ts';
import { balance, isLater, strengthOf } from '../../src/causes/weight.ts';

const part = (fields: Partial<EvidencePart>) =>
  ({
    voice: 'a',
    stance: 'supports',
    basis: 'asserted_by_agent',
    relation: 'causes',
    at: '2026-03-01T12:00:00.000Z',
    claimId: 'claim',
    episodeId: null,
    ...fields,
  }) as EvidencePart;
const person = (fields: Partial<EvidencePart>) => part({ basis: 'asserted_by_human', ...fields });
const day = (n: number) => `2026-03-0${n}T12:00:00.000Z`;

describe('the strength of a voice', () => {
  it('is that of what it rests on, and order in time speaks for nothing but itself', () => {
    const strengths = { asserted_by_human: 1, asserted_by_agent: 0.6, textual: 0.4, statistical: 0.3 };
    for (const [basis, strength] of Object.entries(strengths))
      expect(strengthOf(part({ basis: basis as EvidencePart['basis'] }))).toBe(strength);
    expect(strengthOf(part({ basis: 'temporal', relation: 'precedes' }))).toBe(0.3);
    expect(strengthOf(part({ basis: 'temporal' }))).toBe(0);
    expect(strengthOf(part({ relation: 'precedes' }))).toBe(0.6);
  });
});

describe('the last word of a voice', () => {
  const [first, second] = [part({ at: day(1), stance: 'disputes' }), part({ at: day(2) })];

  it('counts in whatever order they came', () => {
    for (const evidence of [
      [first, second],
      [second, first],
    ])
      expect(balance(evidence)).toMatchObject({ voices: [second], supports: 0.6, disputes: 0 });
  });

  it('is the one with a time, and of equal times that of the later record, claim or episode', () => {
    expect(isLater(first, part({ at: null }))).toBe(true);
    expect(isLater(part({ at: null }), first)).toBe(false);
    expect(isLater(part({ claimId: 'b' }), part({ claimId: 'a' }))).toBe(true);
    expect(isLater(part({ claimId: 'a' }), part({ claimId: 'a' }))).toBe(false);
    const ofEpisode = (episodeId: string | null) => part({ claimId: null, episodeId });
    expect(isLater(ofEpisode('b'), ofEpisode('a'))).toBe(true);
    expect(isLater(ofEpisode(null), ofEpisode('a'))).toBe(false);
    expect(isLater(ofEpisode(null), ofEpisode(null))).toBe(false);
  });
});

describe('an edge is disputed', () => {
  const against = { stance: 'disputes' } as const;
  const isDisputed = (...evidence: EvidencePart[]) =>
    balance(evidence.map((one, n) => ({ ...one, voice: `${n}` }))).isDisputed;

  it('by as much against it as for it, and not by nothing on either side', () => {
    expect(isDisputed(part({}), part(against))).toBe(true);
    expect(isDisputed(part({}), part({}), part(against))).toBe(false);
    expect(isDisputed(part({ basis: 'temporal' }))).toBe(false);
    expect(isDisputed()).toBe(false);
  });

  it('by the last word of a person, whatever agents say and in whatever order it came', () => {
    expect(isDisputed(part({}), part({}), part({}), person(against))).toBe(true);
    expect(isDisputed(part(against), part(against), person({}))).toBe(false);
    expect(isDisputed(person({ at: day(2) }), person({ ...against, at: day(1) }))).toBe(false);
    expect(isDisputed(person({ at: day(1) }), person({ ...against, at: day(2) }))).toBe(true);
    expect(isDisputed(person({ at: day(1) }), part({ ...against, at: day(2) }), part(against))).toBe(false);
  });
});

describe('the weight of an edge', () => {
  it('is what speaks for it, of all that speaks and one more', () => {
    const evidence = [part({ voice: 'a' }), person({ voice: 'b' }), part({ voice: 'c', stance: 'disputes' })];
    expect(balance(evidence)).toMatchObject({ supports: 1.6, disputes: 0.6, weight: 1.6 / 3.2 });
    expect(balance([])).toEqual({ voices: [], supports: 0, disputes: 0, weight: 0, isDisputed: false });
  });
});
