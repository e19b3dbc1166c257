import type { FacetName } from '@twicewise/contract';
import { count, plural } from './numbers.ts';
import { transcriptProgram } from './programs.ts';

const facetNames: Record<FacetName, string> = {
  project: 'Project',
  outcome: 'Outcome',
  tag: 'Tag',
  state: 'State',
  agent: 'Agent',
  failureCategory: 'Failure category',
  kind: 'Kind',
  source: 'Source',
  rule: 'Rule',
  confidence: 'Confidence',
  session: 'Session',
  created: 'Stored in',
};

/** An importer is named by the program that it reads of, or by what it reads. Without a colon: the name stands behind one. */
function importedText(name: string): string {
  const program = transcriptProgram(name);
  return `Imported ${program === name ? name : `from ${program}`}`;
}

/** Texts of the filters for lessons, with counts. */
export const facets = {
  label: 'Filters',
  toggle: 'Filters',
  names: facetNames,
  loading: 'Counting…',
  failed: 'Could not count lessons.',
  chosen: (value: number) => `${count(value)} chosen`,
  search: (name: string) => `Find in ${name.toLowerCase()}`,
  /** `more`: others than the listed ones are not looked through. */
  noneFound: (value: number, more: boolean) =>
    more ? `Not among the ${count(value)} with the most.` : 'No such value.',
  all: (value: number, more: boolean) => (more ? `Show the ${count(value)} with the most` : `Show all ${count(value)}`),
  fewer: 'Show fewer',
  more: (value: number) => `Only the ${count(value)} with the most are named.`,
  words: 'Counts follow the filters only, not the search words.',
  tags: 'Several tags: a lesson must have all of them.',
  person: 'A person',
  agent: 'An agent or a program',
  importer: importedText,
  lessons: (value: number) => plural(value, 'lesson', 'lessons'),
};
