import { markReminder, type Occasion } from '@twicewise/contract';

/** The fixed wording around the lessons of a brief. */
export interface Wording {
  /** Opening; the number of lessons found follows. */
  opening: string;
  closing: string;
  /** Added when sessions are shown. */
  onSessions?: string;
  /** Added when possibly related lessons are listed. */
  onMaybe?: string;
  /** The text when nothing is known. */
  nothing: string;
  /** Counts all lessons together, without failures and successes: a failure that was fixed is a success about a failure. */
  isPlain?: boolean;
  /** Shows what worked before what failed, because the agent already has the failure. */
  fixesFirst?: boolean;
  /** Shows lessons in short form, because there is no task yet that needs details. */
  isShort?: boolean;
  /** Wraps the complete text. */
  enclose: (text: string) => string;
}

const ON_SESSIONS = 'More of a session: memory_ask with kind episode, about its name.';

/** For an agent that asked. When nothing is known it is one line, so that the agent can go on at once. */
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

/** Used when the task contains nothing to search for. */
export const ASKS_NOTHING = 'This names no task, so nothing was looked for. Say what you are about to do.';

/** Used when the requested day has no sessions. */
export function noneOfDay(date: string): string {
  return `No session of ${date} is on record.`;
}

/** For an agent that asked for the sessions of a day; the brief shows the first of them. */
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

/** For reminders, which the agent did not ask for: short, and marked as coming from Twicewise. */
export const REMINDERS: Readonly<Record<Occasion, Wording>> = {
  session_start: { ...UNASKED, isShort: true, opening: 'From memory of this project' },
  context_cut: { ...UNASKED, isShort: true, opening: 'From memory of this project' },
  prompt: { ...UNASKED, opening: 'From memory, about this prompt' },
  turn_end: {
    ...UNASKED,
    opening:
      'You mended something that had failed. If knowing why would save another agent time, store it now with one call of reflection_store; else just end your turn.',
  },
  stuck: {
    ...UNASKED,
    opening:
      'Your last attempts in this session led nowhere. Do not try the same again: say what you take for granted, check that, and go another way.',
    closing: '',
  },
  tool_failure: { ...UNASKED, isPlain: true, fixesFirst: true, opening: 'From memory, what failed like this before' },
};
