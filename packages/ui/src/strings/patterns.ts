import type { Pattern, PatternKind, PatternStanding, PatternState } from '@twicewise/contract';
import { percent } from './insights.ts';
import { count, plural } from './numbers.ts';

const standings: Record<PatternStanding, string> = {
  works: 'Works',
  fails: 'Anti-patterns',
  open: 'Undecided',
};

/** The same standing, for a single pattern. */
const standing: Record<PatternStanding, string> = {
  works: 'works',
  fails: 'does not help',
  open: 'undecided',
};

const states: Record<PatternState, string> = {
  suggested: 'suggestion',
  asserted: 'asserted',
  disputed: 'disputed',
};

const kinds: Record<PatternKind, string> = { task: 'For', error: 'Against' };

/** Texts for patterns, a part of the screen Causes. */
export const patterns = {
  label: 'Patterns',
  list: 'What was done for like reasons',
  search: 'Find patterns by words of a task, an error or an action',
  searchHint: 'Words of a task, an error or an action',
  clearSearch: 'Clear the search',
  standings,
  standing,
  states,
  kinds,
  all: 'All',
  show: 'Patterns that',
  some: (label: string, value: number) => `${label} ${count(value)}`,
  withDisputed: 'Disputed too',
  total: (value: number) => plural(value, 'pattern', 'patterns'),
  more: 'Show more',
  loading: 'Reading the patterns…',
  failed: 'The patterns could not be read.',
  none: 'No pattern yet',
  noneHint:
    'A pattern is counted as soon as two sessions say that the same was done for a like task or against the same error. Agents and people can also assert one.',
  noneHere: 'No pattern is like that.',
  clear: 'Show all patterns',
  helped: ({ success: { n }, outcomes }: Pick<Pattern, 'success' | 'outcomes'>) =>
    n === 0 ? 'not known to have helped' : `helped ${count(outcomes.success)} of ${count(n)}`,
  met: (value: number) => (value === 0 ? 'not met yet' : `met ${count(value)}×`),
  rate: ({ success: { value, n, low, high }, outcomes }: Pick<Pattern, 'success' | 'outcomes'>) => {
    if (value === null || low === null || high === null) return 'In no case it is known whether it helped.';
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
    suggested: 'Only counted: a suggestion, until somebody says that it is a pattern.',
    asserted: 'Somebody says that it is a pattern.',
    disputed: 'Said to be no pattern: no agent is told of it.',
    cases: (value: number) => `What shows it: ${count(value)}`,
    notAll: (value: number) => `The newest ${count(value)}.`,
    noCases: 'No lesson and no episode shows it yet.',
    words: (value: number) => `What was said of it: ${count(value)}`,
    lesson: 'Lesson',
    session: 'Session',
    outcome: { success: 'helped', failure: 'did not help', unknown: 'not known' },
    for: 'it is a pattern',
    against: 'it is no pattern',
    retract: 'Take it back',
    retracted: 'Taken back',
    agreed: 'Asserted',
    disputing: 'Said to be no pattern',
  },
  add: {
    open: 'Assert a pattern…',
    title: 'A pattern of your own',
    kind: 'It is set off by',
    kinds: { task: 'a task', error: 'an error' },
    trigger: { task: 'The task', error: 'The error, as it is printed' },
    action: 'What to do then',
    note: 'What shows it',
    run: 'Assert it',
    done: 'Asserted',
    needsProject: 'Choose a project first: a pattern belongs to one.',
  },
};
