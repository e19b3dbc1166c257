import { count, plural } from './numbers.ts';

/** Texts of the command palette. */
export const palette = {
  title: 'Find anything',
  label: 'Find an action, a lesson, a project, a session, an attempt or a cause',
  placeholder: 'Find an action, a lesson, a session, a cause…',
  button: 'Find',
  list: 'Results',
  kinds: {
    recent: 'Recent',
    action: 'Actions',
    view: 'Saved views',
    project: 'Projects',
    lesson: 'Lessons',
    session: 'Sessions',
    attempt: 'Attempts',
    node: 'Causes',
    ask: 'Ask',
  },
  /** Questions that can be asked in the words that were typed. */
  asks: {
    why: (typed: string) => `Why did this happen: “${typed}”`,
    whatif: (typed: string) => `What if: “${typed}”`,
    deadends: (typed: string) => `Dead ends for “${typed}”`,
    similar: (typed: string) => `Decisions like “${typed}”`,
    brief: (typed: string) => `Brief for “${typed}”`,
  },
  allProjects: 'All projects',
  allHits: (total: number) => `Show all ${count(total)} in Lessons`,
  /** Said in a sheet over which the palette does not open. */
  closeFirst: 'Close this first',
  searching: 'Searching…',
  nothing: (typed: string) => `Nothing found for “${typed}”`,
  oneLetter: 'Type more letters to search lessons',
  noSuchId: 'No lesson has this id',
  /** All lessons that match, of which a few are listed, and what else is listed. */
  results: (lessons: number, others: number) => {
    const ofLessons = plural(lessons, 'lesson', 'lessons');
    if (others === 0) return ofLessons;
    return lessons === 0
      ? plural(others, 'result', 'results')
      : `${ofLessons}, ${plural(others, 'other result', 'other results')}`;
  },
  failed: (message: string) => `Could not search lessons. ${message}`,
  elsewhereFailed: (message: string) => `Could not search sessions, attempts and causes. ${message}`,
  leftProject: 'This is of another project, so all projects are shown',
  hitsOfAll: 'These are of all projects, so all projects are shown',
  session: (id: string, goal: string | null) => (goal ? `${goal} · ${id}` : id),
  attempt: (ordinal: number, what: string) => `Attempt ${count(ordinal)} · ${what}`,
  hint: { move: 'move', choose: 'choose', close: 'close' },
};
