import { markReminder, type Occasion } from '@twicewise/contract';

/** What is said around the lessons of a brief. */
export interface Wording {
  /** How it begins; what was found follows. */
  opening: string;
  closing: string;
  /** Said where sessions are told. */
  onSessions?: string;
  /** Said where lessons are offered that may be related. */
  onMaybe?: string;
  /** Said when nothing is known. */
  nothing: string;
  /** Lessons are counted together: what failed before and was mended is a success about a failure. */
  isPlain?: boolean;
  /** What worked comes before what failed: the failure is there already. */
  fixesFirst?: boolean;
  /** Lessons in few words: there is no task yet that would ask for details. */
  isShort?: boolean;
  /** Puts the whole text into what it needs around it. */
  enclose: (text: string) => string;
}

const ON_SESSIONS = 'More of a session: memory_ask with kind episode, about its name.';

/** For an agent that asked: one line when nothing is known, so that it can go on at once. */
export const ASKED: Wording = {
  opening: 'From memory, before this task',
  closing:
    'Name the ids you use in lessonsUsed of reflection_store; report a wrong or harmful one with memory_feedback.',
  onSessions: ON_SESSIONS,
  onMaybe: 'Read one that may be related with reflection_get and its id.',
  nothing:
    'Nothing in memory is relevant to this task. Record how it goes with reflection_store, for the next attempt.',
  enclose: (text) => text,
};

/** Said where the task names nothing that could be looked for. */
export const ASKS_NOTHING = 'This names no task, so nothing was looked for. Say what you are about to do.';

/** Said where the sessions of a day are asked for that has none. */
export function noneOfDay(date: string): string {
  return `No session of ${date} is on record.`;
}

/** For an agent that asked for the sessions of a day, of which a brief tells the first. */
export function askedForDay(date: string, total: number): Wording {
  const all = `Of ${total} of ${date}; memory_ask with kind episode, about ${date}, lists them.`;
  return { ...ASKED, nothing: noneOfDay(date), onSessions: `${all} ${ON_SESSIONS}` };
}

const UNASKED = {
  closing: 'Name the ids you use in lessonsUsed of reflection_store; memory_brief tells more about a task.',
  onSessions: ON_SESSIONS,
  nothing: '',
  enclose: markReminder,
};

/** For an agent that did not ask: few words, and marked as ours. */
export const REMINDERS: Readonly<Record<Occasion, Wording>> = {
  session_start: { ...UNASKED, isShort: true, opening: 'From memory of this project' },
  context_cut: { ...UNASKED, isShort: true, opening: 'From memory of this project' },
  prompt: { ...UNASKED, opening: 'From memory, about this prompt' },
  turn_end: {
    ...UNASKED,
    opening:
      'You mended something that had failed. If knowing why would save another agent time, store it now with one call of reflection_store; else just end your turn.',
  },
  tool_failure: { ...UNASKED, isPlain: true, fixesFirst: true, opening: 'From memory, what failed like this before' },
};
