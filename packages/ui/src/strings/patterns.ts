import type { Pattern, PatternKind, PatternStanding, PatternState } from '@twicewise/contract';
import { count, percent, plural } from './numbers.ts';
import { sharedCauses } from './shared-causes.ts';

/** The same standing, for a single pattern. */
const standing: Record<PatternStanding, string> = {
  works: 'helps',
  fails: 'does not help',
  open: 'undecided',
};

const states: Record<PatternState, string> = {
  suggested: 'suggested',
  asserted: 'confirmed',
  disputed: 'disputed',
};

const kinds: Record<PatternKind, string> = { task: 'For', error: 'Against' };

/** Texts for patterns, a part of the screen Causes. */
export const patterns = {
  label: 'Patterns',
  list: 'List of patterns',
  search: 'Find patterns by words of a task, an error or an action',
  searchHint: 'Words of a task, an error or an action',
  clearSearch: 'Clear the search',
  standings: sharedCauses.standings,
  standing,
  states,
  kinds,
  all: 'All',
  show: 'Patterns that',
  some: (label: string, value: number) => `${label} ${count(value)}`,
  withDisputed: 'Include disputed',
  total: (value: number) => plural(value, 'pattern', 'patterns'),
  more: 'Show more',
  loading: 'Loading patterns…',
  failed: 'Could not load patterns.',
  none: 'No pattern yet',
  noneHint:
    'A pattern is counted once two sessions did the same for a similar task or against the same error. Agents and people can also add one.',
  noneHere: 'No pattern matches.',
  clear: 'Clear filters',
  helped: ({ success: { n }, outcomes }: Pick<Pattern, 'success' | 'outcomes'>) =>
    n === 0 ? 'not known to have helped' : `helped ${count(outcomes.success)} of ${count(n)}`,
  met: (value: number) => (value === 0 ? 'not seen yet' : `seen ${count(value)}×`),
  rate: ({ success: { value, n, low, high }, outcomes }: Pick<Pattern, 'success' | 'outcomes'>) => {
    if (value === null || low === null || high === null) return 'Whether it helped is not known.';
    const of = `It helped in ${count(outcomes.success)} of ${plural(n, 'known case', 'known cases')}`;
    // For a single case the interval says nothing more.
    return n === 1 ? `${of}.` : `${of} (95 % interval ${Math.round(low * 100)}–${percent(high)}).`;
  },
  open: {
    label: 'Pattern',
    nothing: 'Choose a pattern to see what shows it.',
    gone: 'It is no longer there: a pattern goes by what its first case says, and that has changed.',
    known: 'How it went',
    undecided: 'Too few known cases, or they differ: it takes three that mostly helped, or two that did not.',
    inProject: (name: string) => `in ${name}`,
    suggested: 'Counted from cases: a suggestion until somebody confirms it.',
    asserted: 'Somebody confirmed it.',
    disputed: 'Disputed: agents do not see it.',
    cases: (value: number) => `Evidence: ${count(value)}`,
    notAll: (value: number) => `The newest ${count(value)}.`,
    noCases: 'No lesson or session shows it yet.',
    words: (value: number) => `Statements about it: ${count(value)}`,
    lesson: 'Lesson',
    session: 'Session',
    outcome: { success: 'helped', failure: 'did not help', unknown: 'not known' },
    for: 'confirms it',
    against: 'disputes it',
    retract: 'Retract',
    retracted: 'Retracted',
    agreed: 'Confirmed',
    disputing: 'Disputed',
  },
  add: {
    open: 'Add a pattern…',
    title: 'Add a pattern',
    kind: 'Triggered by',
    kinds: { task: 'a task', error: 'an error' },
    trigger: { task: 'The task', error: 'The error, as it is printed' },
    action: 'What to do then',
    note: 'Evidence (optional)',
    noteAgainst: 'Evidence against it (optional)',
    run: 'Add',
    done: 'Added',
    needsProject: 'Choose a project first: a pattern belongs to one.',
  },
};
