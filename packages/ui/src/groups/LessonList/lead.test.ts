import type { Reflection, SearchHit } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { foundLead, leadOf } from './lead.ts';

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
    ...more,
  }) as Reflection;

/** Found by these words of the search, each through these words of the lesson. */
const hit = (terms: Record<string, string[]>): SearchHit =>
  ({ why: { terms: Object.entries(terms).map(([query, words]) => ({ query, words })) } }) as unknown as SearchHit;

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
    expect(foundLead(far, hit({ clock: ['clocks'] }))?.text).toMatch(/^… .{1,40}clocks were apart$/);
  });
});
