import { type EpisodeDecision, type EpisodeEvent, MAX_ITEMS, type Outcome } from '@twicewise/contract';
import type { LineTime } from '../lesson-lines/line-time.ts';
import { CommitIndex } from './commits.ts';
import type { Gate } from './gates.ts';
import { clean, headline, isFragment, isPlaceholder, sameText, withoutMarks } from './texts.ts';

/** Position in a file, and when it happened. */
export interface Place {
  pointer: string;
  time: LineTime | null;
}

/** What links need to know of an item: its own name in the log, its causes and its effects as the log states them. */
export interface Ties {
  /** Temporary name, because the ids of the episode are assigned last (R8). */
  key: string;
  nativeId: string | null;
  causedBy: string[];
  leadsTo: string[];
}

type Untied<T> = Omit<T, 'id' | 'at' | 'timeQuality' | 'origin'>;
export type LogDecision = Untied<EpisodeDecision> & Ties & Place;
export type LogEvent = Untied<EpisodeEvent> & Ties & Place;

/** An outcome that the log states for the session. */
export interface StatedOutcome {
  outcome: Outcome;
  native: string | null;
  /** Stated at the beginning, before the end was known, so it does not outweigh what was ticked at the end. */
  isEarly: boolean;
}

/** Something that the log calls unfinished or failed, whatever its checklists say. */
export interface OpenEnd {
  outcome: 'partial' | 'failure';
  /** The log's own words. */
  said: string;
}

/** A counted test result. Results keep the order of the log. */
export interface TestResult {
  passed: number | null;
  failed: number | null;
  skipped: number | null;
}

/** What has been found in a log so far. */
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
  /** Commits that the session started from or was compared with, which are not its own (R4). */
  foreignCommits: CommitIndex<string>;
  commits: CommitIndex<LogEvent>;
  knownTexts: Set<string>;
  /** Numbers of items that did not fit. */
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
/** Kinds of events that a log often states twice: in an entry and in the evidence of a gate. */
const TOLD_TWICE = new Set([
  ...['test', 'error', 'artifact', 'handoff', 'note'],
  ...['root_cause', 'finding', 'blocker', 'next_step'],
]);

/** True when there is no room for more decisions. */
export const isFullOfDecisions = ({ decisions }: LogDraft) => decisions.length >= MAX_ITEMS;

type NewEvent = Place & Pick<LogEvent, 'type' | 'content'> & Partial<LogEvent>;

/** True when there is no room for more events. */
export const isFull = ({ events }: LogDraft) => events.length >= MAX_ITEMS;

/** Adds an event and returns it. Returns null when it is already known or the draft is full. */
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

/** Adds a decision, once. Its context is kept only where it differs from what was chosen (R6). */
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

/** Maximum number of lessons of an episode. */
const MAX_LESSONS = 500;
/** Minimum number of letters of a lesson; anything shorter is a single word. */
const MIN_LETTERS = 8;
/** Closing phrases of a log that ended up among its lessons. */
const NO_LESSON = /^(?:see\b.{0,60}|session (?:log )?(?:completed?|ended)\b.{0,60}|atomicity(?: score)?\s?:.{0,40})$/i;

/** Adds a lesson, unless it is known, empty or a JSON fragment (R11). */
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
