import type { SampleLesson, SampleProject, SampleSession } from './project.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Lessons in one answer, at most. */
const MOST = 3;
/** Programs that show lessons automatically; the others only when their agent asks. */
const WITH_HOOKS = new Set(['claude-code', 'codex']);

/** An invented answer to an agent: what it was shown before a lesson was stored. */
export interface SampleAnswer {
  projectId: string;
  sessionId: string;
  agent: string;
  operation: 'memory.brief' | 'memory.remind' | 'reflection.search';
  trigger: 'tool' | 'session_start' | 'tool_failure';
  task: string | null;
  at: string;
  lessons: { lesson: string; rank: number; score: number; relevance: number }[];
  tookMs: number;
  /** The lesson that its session stored next. */
  before: { lesson: string; at: string };
  /** Lessons shown in it that this one names as used. */
  used: string[];
}

const nativeId = (n: number) => `sample-${String(n).padStart(3, '0')}`;
/** Whether a lesson is found: drafts and unknown outcomes of the sample are not. */
const isKnown = ({ state, outcome }: SampleLesson) => state !== 'draft' && outcome !== 'unknown';
const common = (one: SampleLesson, other: SampleLesson) => one.tags.filter((tag) => other.tags.includes(tag)).length;

/** What is known of a task, the nearest first, and the newest among equals. */
function relevant(lesson: SampleLesson, known: readonly SampleLesson[]): SampleLesson[] {
  const near = known.filter((other) => common(lesson, other) > 0);
  return near.sort((a, b) => common(lesson, b) - common(lesson, a) || b.n - a.n).slice(0, MOST);
}

interface Asked extends Pick<SampleAnswer, 'operation' | 'trigger' | 'task'> {
  minutesBefore: number;
  shown: readonly SampleLesson[];
}

function answer(project: SampleProject, session: SampleSession, next: SampleLesson, asked: Asked, now: number) {
  const stored = now - (session.hoursAgo - (next.after ?? 0)) * HOUR;
  const { minutesBefore, shown, ...rest } = asked;
  const lessons = shown.map((lesson, index) => {
    const shared = common(next, lesson);
    const found = { score: 3.4 + shared * 2.9 - index * 0.4, relevance: Math.min(0.96, 0.42 + shared * 0.17) };
    return { lesson: nativeId(lesson.n), rank: index + 1, ...found };
  });
  const [best] = shown;
  const isUsed = best !== undefined && next.outcome !== 'failure' && common(next, best) >= 2;
  return {
    projectId: project.id,
    sessionId: session.id,
    agent: session.agent,
    ...rest,
    at: new Date(stored - minutesBefore * MINUTE).toISOString(),
    lessons,
    tookMs: 4 + ((next.n * 7) % 19),
    before: { lesson: nativeId(next.n), at: new Date(stored).toISOString() },
    used: isUsed ? [nativeId(best.n)] : [],
  } satisfies SampleAnswer;
}

/** After a failure: what is known of the task, or else what worked last in the project. */
function atFailure(lesson: SampleLesson, known: readonly SampleLesson[]): SampleLesson[] {
  const shown = relevant(lesson, known);
  return shown.length > 0 ? shown.slice(0, 2) : known.filter(({ outcome }) => outcome === 'success').slice(-1);
}

/** What an agent is shown at the start: what somebody pinned, and the newest that worked. */
function atStart(known: readonly SampleLesson[]): SampleLesson[] {
  const worked = known.filter(({ outcome, pinned }) => outcome === 'success' && pinned !== true);
  return [...known.filter(({ pinned }) => pinned === true), ...worked.slice(-1)];
}

/** What there is before a lesson of a session. */
interface Before {
  /** Stored by sessions before it. */
  known: readonly SampleLesson[];
  /** Stored by itself. */
  own: readonly SampleLesson[];
  /** Whether its program shows lessons automatically. */
  hooked: boolean;
  /** Numbers of the lessons that it was shown. */
  seen: ReadonlySet<number>;
}

/** What is asked or told before a lesson: a brief before the first attempt, and after a failure what may help. */
function askedBefore(lesson: SampleLesson, { known, own, hooked, seen }: Before): Asked {
  const asked = { trigger: 'tool', task: lesson.task } as const;
  if ((lesson.attempt ?? 1) === 1)
    return { ...asked, operation: 'memory.brief', minutesBefore: 27, shown: relevant(lesson, known) };
  if (!hooked)
    return { ...asked, operation: 'reflection.search', minutesBefore: 16, shown: relevant(lesson, [...known, ...own]) };
  // Unasked, a session is shown each lesson once.
  const shown = atFailure(
    lesson,
    known.filter(({ n }) => !seen.has(n)),
  );
  return { operation: 'memory.remind', trigger: 'tool_failure', task: null, minutesBefore: 13, shown };
}

function answersIn(project: SampleProject, session: SampleSession, known: readonly SampleLesson[], now: number) {
  const hooked = WITH_HOOKS.has(session.agent);
  const start = { operation: 'memory.remind', trigger: 'session_start', task: null, minutesBefore: 40 } as const;
  const own = session.lessons.filter(({ state, kind = 'lesson' }) => state !== 'draft' && kind === 'lesson');
  const seen = new Set<number>();
  return own.flatMap((lesson, index): SampleAnswer[] => {
    const begins: Asked[] = index === 0 && hooked ? [{ ...start, shown: atStart(known) }] : [];
    for (const { shown } of begins) for (const { n } of shown) seen.add(n);
    const before = { known, own: own.slice(0, index).filter(isKnown), hooked, seen };
    const told = [...begins, askedBefore(lesson, before)].filter(
      // An occasion with nothing to tell is no answer; a question is one, and not every agent asks each time.
      ({ trigger, shown }) => shown.length > 0 || (trigger === 'tool' && lesson.n % 3 === 0),
    );
    for (const { shown } of told) for (const { n } of shown) seen.add(n);
    return told.map((one) => answer(project, session, lesson, one, now));
  });
}

/** What the agents of a project were shown, session by session: each knows what those before it stored. */
export function answersOf(project: SampleProject, now: number): SampleAnswer[] {
  const known: SampleLesson[] = [];
  return project.sessions.flatMap((session) => {
    const answers = answersIn(project, session, known, now);
    known.push(...session.lessons.filter(isKnown));
    return answers;
  });
}
