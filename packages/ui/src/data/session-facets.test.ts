import { describe, expect, it } from 'vitest';
import { sessionChoices, sessionFacetWord } from './session-facets.ts';

const facet = { values: [{ value: 'errors', count: 2 }], more: false };

describe('what a facet of sessions offers', () => {
  it('sets its filter by the name that it has in the link', () => {
    const known = { values: [{ value: 'measured', count: 2 }], more: false };
    expect(sessionChoices({}, 'outcomeSource', known)[0]?.patch).toEqual({ known: ['measured'] });
    expect(sessionChoices({ has: ['errors'] }, 'has', facet)[0]).toMatchObject({ chosen: true, patch: { has: [] } });
  });

  it('keeps what is chosen in sight when no session has it any more', () => {
    expect(sessionChoices({ month: ['2026-03'] }, 'happened', { values: [], more: false })).toEqual([
      { value: '2026-03', word: 'March 2026', count: 0, chosen: true, patch: { month: [] } },
    ]);
  });

  it('takes another project in place of the one that is chosen, by its name too', () => {
    const projects = { values: [{ value: 'proj_1', label: 'shop', count: 2 }], more: false };
    expect(sessionChoices({ project: 'shop' }, 'project', projects)).toMatchObject([
      { word: 'shop', chosen: true, patch: { project: undefined } },
    ]);
  });

  it('names authors as people know them', () => {
    const names = ['person', 'agent:codex: the second', 'importer:adr-038'].map((one) =>
      sessionFacetWord('author', one),
    );
    expect(names).toEqual(['A person', 'codex: the second', 'Imported session files']);
  });
});
