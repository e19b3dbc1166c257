import { OUTCOMES } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { strings } from '../strings.ts';
import { choicesOf, facetWord } from './facet-view.ts';
import { sessionChoices } from './session-facets.ts';

const facet = {
  values: [
    { value: 'a', count: 2 },
    { value: 'b', count: 1 },
  ],
  more: false,
};

describe('what a facet offers', () => {
  test('a second value is chosen beside the first, and taken away alone', () => {
    const [a, b] = choicesOf({ tag: ['a'] }, 'tag', facet);
    expect([a?.chosen, a?.patch]).toEqual([true, { tag: [] }]);
    expect([b?.chosen, b?.patch]).toEqual([false, { tag: ['a', 'b'] }]);
  });

  test('what is chosen stays in sight when no lesson has it any more', () => {
    expect(choicesOf({ agent: ['gone'] }, 'agent', facet).at(-1)).toMatchObject({
      value: 'gone',
      count: 0,
      chosen: true,
    });
  });

  test('a session that the link names by its own id is the same choice', () => {
    const values = [{ value: 'sess_1', label: 'mine', count: 3 }];
    const choices = choicesOf({ session: ['mine'] }, 'session', { values, more: false });
    expect(choices).toHaveLength(1);
    expect(choices[0]).toMatchObject({ chosen: true, patch: { session: [] } });
  });

  test('the project is a place: another one takes its place', () => {
    const [, b] = choicesOf({ project: 'a' }, 'project', facet);
    expect(b?.patch).toEqual({ project: 'b', session: undefined });
  });

  test('outcomes stand in the order of the buttons that set them, however many there are of each', () => {
    const values = ['unknown', 'failure', 'success'].map((value, index) => ({ value, count: 3 - index }));
    const words = ['Success', 'Partial', 'Failure', 'Unknown'];
    const counted = { values, more: false };
    const choices = choicesOf({ outcome: ['partial'] }, 'outcome', counted);
    expect(choices.map(({ word }) => word)).toEqual(words);
    expect(sessionChoices({ outcome: ['partial'] }, 'outcome', counted).map(({ word }) => word)).toEqual(words);
    // Forms and menus name them as the words are listed.
    expect(Object.values(strings.outcome)).toEqual(words);
    expect(Object.keys(strings.outcome)).toEqual(OUTCOMES);
    const states = {
      values: [
        { value: 'rejected', count: 2 },
        { value: 'draft', count: 1 },
      ],
      more: false,
    };
    expect(choicesOf({}, 'state', states).map(({ value }) => value)).toEqual(['rejected', 'draft']);
  });

  test('values in words', () => {
    expect(facetWord('created', '2026-03')).toBe('March 2026');
    expect(facetWord('source', 'importer:claude-code')).toBe('Imported from Claude Code');
    expect(facetWord('source', 'importer:lessons')).toBe('Imported lessons');
    expect(facetWord('source', 'importer:reflexion')).toBe('Imported loops');
    expect(facetWord('source', 'importer:elsewhere')).toBe('Imported from elsewhere');
    expect(facetWord('failureCategory', 'logic_error')).toBe('Logic error');
  });
});
