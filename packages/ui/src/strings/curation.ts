import type { ConfidenceBand, FacetName, LessonOrder } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

/** How confident a lesson is. */
export const confidence: Record<ConfidenceBand, string> = {
  high: 'High (0.8 and more)',
  medium: 'Medium (0.5 to 0.8)',
  low: 'Low (below 0.5)',
  none: 'Not stated',
};

/** Orders of a list. */
export const sort = {
  label: 'Order',
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    updated: 'Last changed first',
    confidence: 'Most confident first',
  } satisfies Record<LessonOrder, string>,
  lastDeleted: 'Last deleted first',
};

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
  importer: (name: string) => `Import: ${name}`,
  lessons: (value: number) => plural(value, 'lesson', 'lessons'),
};

/** Texts for saved views. */
export const views = {
  title: 'Saved views',
  save: 'Save this view…',
  nothingToSave: { lessons: 'Choose a filter or an order first.', sessions: 'Choose a filter first.' },
  isSaved: (name: string) => `This is the saved view “${name}”.`,
  name: 'Name of the view',
  failed: 'Could not load saved views.',
  more: (name: string) => `More for ${name}`,
  of: (name: string, screen: string) => `${screen}: ${name}`,
  rename: 'Rename',
  replace: 'Replace with the current view',
  delete: 'Delete',
  done: {
    saved: (name: string) => `View saved: ${name}`,
    renamed: (name: string) => `View renamed: ${name}`,
    deleted: (name: string) => `View deleted: ${name}`,
  },
};
