import { type FacetName, IMPORTERS } from '@twicewise/contract';
import { count } from './numbers.ts';
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
  feedback: 'Feedback',
  session: 'Session',
  created: 'Stored in',
};

/** What each importer reads; that of transcripts is named by their program. */
const imported: Readonly<Record<string, string>> = {
  [IMPORTERS.lessons]: 'Imported lessons',
  [IMPORTERS.sessionLogs]: 'Imported session logs',
  [IMPORTERS.adr038]: 'Imported session files',
  [IMPORTERS.loops]: 'Imported loops',
  [IMPORTERS.turns]: 'Imported turns',
  [IMPORTERS.sample]: 'Sample',
  [IMPORTERS.bundle]: 'Imported bundle',
};

/** Without a colon: the name stands behind one. */
const importedText = (name: string) => imported[name] ?? `Imported from ${transcriptProgram(name)}`;

/** Texts of the filters for lessons, with counts. */
export const facets = {
  label: 'Filters',
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
  project: (isChosen: boolean) =>
    isChosen ? 'For the whole window. Deselect it to see all projects.' : 'For the whole window, as at the left.',
  tags: 'Several tags: a lesson must have all of them.',
  person: 'A person',
  agent: 'An agent or a program',
  importer: importedText,
  /** Null: it is not in this memory. */
  oneImport: (name: string | null) => (name === null ? 'An import that is not here' : `Import: ${name}`),
};
