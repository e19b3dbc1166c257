import { type EpisodeDecision, type EpisodeEvent, MAX_ITEMS, type Outcome } from '@twicewise/contract';
import type { LineTime } from '../lesson-lines/line-time.ts';
import { CommitIndex } from './commits.ts';
import type { Gate } from './gates.ts';
import { clean, headline, isFragment, isPlaceholder, sameText, withoutMarks } from './texts.ts';

/** Where in a file something stands, and when it happened. */
export interface Place {
  pointer: string;
  time: LineTime | null;
}

/** What links need to know of an item: its own name in the log, and what the log says led to it or followed from it. */
export interface Ties {
  /** Temporary name; the ids of the episode are assigned last (R8). */
  key: string;
  nativeId: string | null;
  causedBy: string[];
  leadsTo: string[];
}

type Untied<T> = Omit<T, 'id' | 'at' | 'timeQuality' | 'origin'>;
export type LogDecision = Untied<EpisodeDecision> & Ties & Place;
export type LogEvent = Untied<EpisodeEvent> & Ties & Place;

/** A word of the log on how the session ended. */
export interface StatedOutcome {
  outcome: Outcome;
  native: string | null;
  /** Written at the beginning, when nobody knew the end: it does not outweigh what was ticked at the end. */
  isEarly: boolean;
}

/** Something that the log says is not done, or went wrong, whatever its checklists say. */
export interface OpenEnd {
  outcome: 'partial' | 'failure';
  /** In the words of the log. */
  said: string;
}

/** A counted test result, in the order of the log. */
export interface TestResult {
  passed: number | null;
  failed: number | null;
  skipped: number | null;
}

/** What was found in a log so far. */
export interface LogDraft {
  task: string;
  decisions: LogDecision[];
  events: LogEvent[];
  lessons: string[];
  gates: Gate[];
  stated: StatedOutcome[];
  openEnds: OpenEnd[];
  results: TestResult[];
  metrics: Map<string, number>;
  /** Commits that the session began from or was compared with: not its own (R4). */
  foreignCommits: CommitIndex<string>;
  commits: CommitIndex<LogEvent>;
  knownTexts: Set<string>;
  /** Items that there was no room for. */
  leftOut: { decisions: number; events: number; lessons: number };
}

export function newDraft(): LogDraft {
  return {
    task: '',
    decisions: [],
    events: [],
    lessons: [],
    gates: [],
    stated: [],
    openEnds: [],
    results: [],
    metrics: new Map(),
    foreignCommits: new CommitIndex(),
    commits: new CommitIndex(),
    knownTexts: new Set(),
    leftOut: { decisions: 0, events: 0, lessons: 0 },
  };
}

const NO_TIES = { nativeId: null, causedBy: [], leadsTo: [] };
/** Kinds of which a log tells the same twice: in an entry and in the evidence of a gate. */
const TOLD_TWICE = new Set([
  ...['test', 'error', 'artifact', 'handoff', 'note'],
  ...['root_cause', 'finding', 'blocker', 'next_step'],
]);

/** True when there is no room for more decisions. */
export const isFullOfDecisions = ({ decisions }: LogDraft) => decisions.length >= MAX_ITEMS;

type NewEvent = Place & Pick<LogEvent, 'type' | 'content'> & Partial<LogEvent>;

/** True when there is no room for more events. */
export const isFull = ({ events }: LogDraft) => events.length >= MAX_ITEMS;

/** Adds an event and returns it; null when it is known already, or there are enough. */
export function addEvent(draft: LogDraft, event: NewEvent): LogEvent | null {
  const name = `${event.type} ${sameText(event.content)}`;
  if (event.content === '') return null;
  if (TOLD_TWICE.has(event.type) && draft.knownTexts.has(name)) return null;
  if (isFull(draft)) {
    draft.leftOut.events++;
    return null;
  }
  draft.knownTexts.add(name);
  const added = { commitSha: null, extra: {}, ...NO_TIES, ...event, key: `e${draft.events.length}` };
  draft.events.push(added);
  return added;
}

type NewDecision = Place & Pick<LogDecision, 'chosen'> & Partial<LogDecision>;

const NOTHING_SAID = {
  type: null,
  context: '',
  options: [],
  rationale: null,
  risks: [],
  confidence: null,
  outcome: 'unknown' as const,
  outcomeSource: 'defaulted' as const,
  extra: {},
};

/** Adds a decision, once. Its context is kept only where it says something else than what was chosen (R6). */
export function addDecision(draft: LogDraft, decision: NewDecision): void {
  const name = `decision ${sameText(decision.chosen)}`;
  if (isPlaceholder(decision.chosen) || isFragment(decision.chosen) || draft.knownTexts.has(name)) return;
  if (isFullOfDecisions(draft)) {
    draft.leftOut.decisions++;
    return;
  }
  draft.knownTexts.add(name);
  const key = `d${draft.decisions.length}`;
  const whole = { ...NOTHING_SAID, ...NO_TIES, ...decision, key };
  const context = sameText(whole.context) === sameText(whole.chosen) ? '' : whole.context;
  draft.decisions.push({ ...whole, context, options: whole.options.slice(0, 100), risks: whole.risks.slice(0, 100) });
}

/** Most lessons of an episode. */
const MAX_LESSONS = 500;
/** Fewest letters of a lesson: less is a word. */
const MIN_LETTERS = 8;
/** Ends of a log that got into its lessons. */
const NO_LESSON = /^(?:see\b.{0,60}|session (?:log )?(?:completed?|ended)\b.{0,60}|atomicity(?: score)?\s?:.{0,40})$/i;

/** Adds a lesson, unless it is known, empty or a piece of JSON (R11). */
export function addLesson(draft: LogDraft, text: string): void {
  const lesson = clean(text.replace(/^(?:[>•+-]|\*(?!\*))\s{1,10}/, ''));
  const name = `lesson ${sameText(lesson)}`;
  const letters = lesson.slice(0, 200).match(/\p{L}/gu)?.length ?? 0;
  if (letters < MIN_LETTERS || isPlaceholder(lesson) || isFragment(lesson)) return;
  if (NO_LESSON.test(withoutMarks(headline(lesson))) || draft.knownTexts.has(name)) return;
  if (draft.lessons.length >= MAX_LESSONS) {
    draft.leftOut.lessons++;
    return;
  }
  draft.knownTexts.add(name);
  draft.lessons.push(lesson);
}
