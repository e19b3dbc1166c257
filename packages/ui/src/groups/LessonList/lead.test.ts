import type { Reflection, SearchHit } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { foundLead, leadOf, wordsOf } from './lead.ts';

const lesson = (more: Partial<Reflection>): Reflection =>
  ({
    taskDescription: 'Fix the token',
    outcome: 'failure',
    whatWorked: [],
    whatDidNotWork: [],
    nextStrategy: '',
    text: '',
    rootCause: null,
    causalReasoning: null,
    tags: [],
    relatedEntityIds: [],
    ...more,
  }) as Reflection;

/** A hit by these words of the search, each with the words of the lesson that it matched; the first counts most. */
const hit = (terms: Record<string, string[]>): SearchHit =>
  ({
    why: { terms: Object.entries(terms).map(([query, words], place) => ({ query, words, score: 1 / (1 + place) })) },
  }) as unknown as SearchHit;

describe('foundLead', () => {
  const found = lesson({
    whatDidNotWork: ['Raising the limit', 'Compared the clocks by hand'],
    rootCause: 'The clocks of both hosts were apart',
    tags: ['tokens'],
  });

  test('the line with most of the words wins, the usual one where they are equal', () => {
    expect(foundLead(found, hit({ limit: ['limit'] }))).toEqual({ kind: 'failed', text: 'Raising the limit' });
    expect(foundLead(found, hit({ clock: ['clocks'] }))).toEqual({
      kind: 'failed',
      text: 'Compared the clocks by hand',
    });
    expect(foundLead(found, hit({ clock: ['clocks'], host: ['hosts'] }))).toMatchObject({ kind: 'cause' });
  });

  test('what the task says already is no reason for another line', () => {
    expect(foundLead(found, hit({ token: ['token', 'tokens'] }))).toEqual(leadOf(found));
    expect(foundLead(found, hit({ elsewhere: ['elsewhere'] }))).toEqual(leadOf(found));
  });

  test('a match far to the right is brought into sight, at the beginning of a word', () => {
    const far = lesson({ text: `${'so many words before '.repeat(5)}the clocks were apart` });
    expect(foundLead(far, hit({ clock: ['clocks'] }))?.text).toMatch(/^… .{1,20}clocks were apart$/);
  });

  test('a name is shown whole in the narrowest list, a path too, though it has no spaces', () => {
    const inSight = 28;
    const named = lesson({ nextStrategy: 'Set the lifetime in refreshTokenTimeout before the first call' });
    const lead = foundLead(named, hit({ timeout: ['timeout'], refresh: ['refresh'] }));
    expect(lead?.text.slice(0, inSight)).toContain('refreshTokenTimeout');
    const about = lesson({ relatedEntityIds: ['packages/web/src/features/checkout/useCart.ts'] });
    const path = foundLead(about, hit({ cart: ['cart'] }));
    expect(path).toMatchObject({ kind: 'about' });
    expect(path?.text.slice(0, inSight)).toContain('useCart');
  });

  test('of several matches the one that counts most is in sight', () => {
    const two = lesson({ nextStrategy: 'Compare clocks of both hosts first; only then touch refreshTokenTimeout' });
    expect(foundLead(two, hit({ timeout: ['timeout'], clock: ['clocks'] }))?.text).toBe('… touch refreshTokenTimeout');
    expect(foundLead(two, hit({ clock: ['clocks'], timeout: ['timeout'] }))?.text).toMatch(/^Compare clocks/);
  });

  test('the match that is shown is one that the task does not have', () => {
    const both = lesson({ nextStrategy: 'The token is renewed by the gateway, see clockDrift in its settings' });
    const lead = foundLead(both, hit({ token: ['token'], drift: ['drift'] }));
    expect(lead?.text).toMatch(/^… .*clockDrift in its settings$/);
  });
});

describe('leadOf', () => {
  test.each([
    [
      'a line that is the task gives way to the next',
      { whatDidNotWork: ['Fix the token'], nextStrategy: 'Wait' },
      'Wait',
    ],
    ['so does the beginning of the task', { whatDidNotWork: ['Fix the'], nextStrategy: 'Wait' }, 'Wait'],
    ['of a line that goes on, the rest is left', { whatDidNotWork: ['Fix the token: it was stale'] }, '… it was stale'],
    ['marks of Markdown are left out', { whatDidNotWork: ['- **Raising** the `limit`'] }, 'Raising the limit'],
    ['a line of its own is whole', { whatDidNotWork: ['Raising the limit'] }, 'Raising the limit'],
  ])('%s', (_, more, expected) => {
    expect(leadOf(lesson(more))?.text).toBe(expected);
  });

  test('a lesson that only repeats its task has no second line', () => {
    expect(leadOf(lesson({ whatDidNotWork: ['Fix the token'], text: '# Fix the token' }))).toBeNull();
  });
});

test('a word that is only spelt alike is not marked as what was searched for', () => {
  const terms = [
    { query: 'test', match: 'exact', words: ['tests'] },
    { query: 'hang', match: 'similar', words: ['hand'] },
    { query: 'crash', match: 'synonym', words: ['panic'] },
  ];
  expect(wordsOf({ why: { terms } } as unknown as SearchHit)).toEqual(new Set(['tests', 'panic']));
});
