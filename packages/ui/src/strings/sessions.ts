import type { Episode, EpisodeFacetName, EpisodePart } from '@twicewise/contract';
import { plural } from './numbers.ts';

/** Texts of the screen Sessions. */
export const sessions = {
  label: 'Sessions',
  binLabel: 'Sessions in the bin',
  total: (total: number) => plural(total, 'session', 'sessions'),
  bestFirst: 'best match first',
  inBin: (total: number) => `${plural(total, 'session', 'sessions')} in the bin`,
  loading: 'Loading sessions…',
  failed: 'Could not load sessions.',
  noMatch: 'No session matches these filters.',
  noMatchInBin: 'No session in the bin matches these filters.',
  noWords: 'No session has all of these words.',
  noneInProject: 'No session of this project is recorded yet.',
  none: 'No session is recorded.',
  binEmpty: 'The bin is empty.',
  binEmptyHint: 'Deleted sessions stay here until you restore or purge them.',
  toList: 'Back to sessions',
  search: 'Words in tasks, decisions, events, lessons',
  searchHint: 'Find in sessions',
  clearSearch: 'Clear the words',
  since: 'From',
  until: 'to',
  sinceLabel: 'From this day (UTC) on',
  untilLabel: 'Up to this day (UTC)',
  stored: 'stored',
  storedHint: 'It is not known when it was; this is when it was stored.',
  decisions: (value: number) => plural(value, 'decision', 'decisions'),
  events: (value: number) => plural(value, 'event', 'events'),
  lessons: (value: number) => plural(value, 'lesson', 'lessons'),
  nothingIn: 'nothing in it',
  /** What the second line of a session is, before its text. */
  lead: { found: '', error: 'Error:', next: 'Next:', decision: 'Decided:', lesson: 'Lesson:' },
  /** How the outcome is known, in one word and in full. */
  known: {
    measured: 'measured',
    reported: 'reported',
    defaulted: 'assumed',
    corrected: 'corrected',
  } satisfies Record<Episode['outcomeSource'], string>,
  knownWords: {
    measured: 'Measured',
    reported: 'Reported',
    defaulted: 'Assumed',
    corrected: 'Corrected',
  } satisfies Record<Episode['outcomeSource'], string>,
  knownHint: {
    measured: 'A check proved the outcome',
    reported: 'Its author stated the outcome',
    defaulted: 'Nobody stated the outcome: it was filled in',
    corrected: 'Somebody corrected the outcome later',
  } satisfies Record<Episode['outcomeSource'], string>,
  doubtful: (name: string) => `${name}, assumed`,
  /** Texts of the filters for sessions, with counts. */
  facets: {
    project: 'Project',
    outcome: 'Outcome',
    has: 'Has',
    outcomeSource: 'How the outcome is known',
    author: 'Recorded by',
    happened: 'Happened in',
  } satisfies Record<EpisodeFacetName, string>,
  parts: {
    decisions: 'Decisions',
    errors: 'Errors',
    tests: 'Tests',
    commits: 'Commits',
    links: 'Causes',
    lessons: 'Lessons',
    attempts: 'Attempts',
  } satisfies Record<EpisodePart, string>,
  hasAll: 'Several: a session must have all of them.',
  countsFailed: 'Could not count sessions.',
  /** An active filter in words. */
  filter: {
    has: (part: string) => `Has: ${part.toLowerCase()}`,
    outcomeSource: (how: string) => `Outcome: ${how.toLowerCase()}`,
    author: (name: string) => `Recorded by: ${name}`,
    happened: (month: string) => month,
  },
};
