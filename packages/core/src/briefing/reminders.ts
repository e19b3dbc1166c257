import type { Episode, OutputOf, ParsedInputOf, Reflection, Settings } from '@twicewise/contract';
import { namesNothing } from '@twicewise/search';
import {
  type Listener,
  lastAgentCall,
  newestNotes,
  newestReflections,
  pinnedReflections,
  readSettings,
} from '@twicewise/store';
import { mentioning, relevantTo } from '../lessons/search.ts';
import type { Context } from '../runtime/context.ts';
import { contextOf, type TaskContext } from '../runtime/handler.ts';
import { callerProject } from '../runtime/references.ts';
import { meantProject, projectScope } from '../runtime/scope.ts';
import { relevantEpisodes } from '../sessions/episodes/relevant.ts';
import type { BriefHit } from './brief.ts';
import { namesError, questionsFor, sharesWords, soughtErrors } from './failures/known-errors.ts';
import { draftsKnown, heardSince } from './heard.ts';

/** A lesson that could be shown. Its relevance is missing when there was no search. */
export interface Candidate extends BriefHit {
  relevance: number | null;
}

/** Input of `memory.remind`. */
export type ReminderRequest = ParsedInputOf<'memory.remind'>;
/** Output of `memory.remind`. */
export type Reminder = OutputOf<'memory.remind'>;

/** Maximum number of lessons considered for a reminder: more than fit into its budget. */
const MAX_CANDIDATES = 20;
/** Maximum number of lessons considered for each error of an output. */
const MAX_PER_ERROR = 10;
/** Maximum number of pinned lessons, and of failures, at the start of a session. */
const MAX_AT_START = 5;
/** Maximum number of notes at the start of a session. */
const MAX_NOTES_AT_START = 3;
/** A second start or compaction within this time is a duplicate from a hook that is installed twice. In milliseconds. */
const SAME_MOMENT_MS = 10_000;

const BUDGETS: Readonly<
  Record<ReminderRequest['occasion'], 'remind.sessionTokens' | 'remind.promptTokens' | 'remind.failureTokens'>
> = {
  session_start: 'remind.sessionTokens',
  context_cut: 'remind.sessionTokens',
  prompt: 'remind.promptTokens',
  tool_failure: 'remind.failureTokens',
  turn_end: 'remind.failureTokens',
  stuck: 'remind.failureTokens',
};

/** Maximum tokens of the reminder. */
export function budgetOf({ occasion, budget }: ReminderRequest, settings: Settings): number {
  return budget ?? settings[BUDGETS[occasion]];
}

/** Whether a person switched reminders off, everywhere or in this project. */
export function isSwitchedOff(asked: ReminderRequest, task: TaskContext): boolean {
  const context = contextOf(task);
  const settings = readSettings(context.db);
  const project = meantProject(asked.projectId, context).projectId ?? callerProject(context.db, context.caller);
  return !settings['remind.enabled'] || (project !== null && settings['remind.offProjects'].includes(project));
}

/** True for a lesson about a failure, fixed or not: the fix helps when the failure comes again. */
function knowsFailure({ outcome, whatDidNotWork }: Reflection): boolean {
  return outcome === 'failure' || whatDidNotWork.length > 0;
}

/**
 * At the start the task is still unknown: shows pinned lessons, notes, the next steps of the last session, and recent failures.
 */
function atStart(asked: ReminderRequest, task: TaskContext): Candidate[] {
  const context = contextOf(task);
  const { db } = context;
  const scope = projectScope({ projectId: asked.projectId }, context);
  const lately = newestReflections(db, scope, undefined, MAX_CANDIDATES);
  const chosen = [
    ...pinnedReflections(db, scope, MAX_AT_START),
    ...newestNotes(db, scope, MAX_NOTES_AT_START),
    ...lately.filter(({ nextStrategy }) => nextStrategy !== '').slice(0, 1),
    ...newestReflections(db, scope, ['failure', 'partial'], MAX_AT_START),
  ];
  // Few lessons fit, so drafts that nobody has reviewed come last.
  const inOrder = chosen.toSorted((a, b) => Number(a.state === 'draft') - Number(b.state === 'draft'));
  const once = new Map(inOrder.map((reflection) => [reflection.id, reflection]));
  return [...once.values()].map((reflection, index) => ({ reflection, rank: index + 1, score: null, relevance: null }));
}

/** True for a lesson that says what helped, not only what did not. */
function isFix({ outcome, whatWorked }: Reflection): boolean {
  return outcome === 'success' || whatWorked.length > 0;
}

/**
 * Lessons that name the error, whatever their topic and outcome, fixes first; then lessons that warn of something similar. A
 * lesson that shares only words common to every error does not count.
 */
async function aboutFailure(asked: ReminderRequest, task: TaskContext): Promise<Candidate[]> {
  const { text, projectId } = asked;
  const sought = soughtErrors(text);
  const relevant = await aboutText(asked, task);
  const ids = new Set(relevant.map(({ reflection }) => reflection.id));
  const others = await mentioning(questionsFor(sought), { projectId }, MAX_PER_ERROR, task);
  const all = [...relevant, ...others.filter(({ reflection }) => !ids.has(reflection.id))];
  const known = all.filter(({ reflection }) => namesError(reflection, sought));
  const knownIds = new Set(known.map(({ reflection }) => reflection.id));
  // By meaning alone, the outputs of one command are all alike.
  const like = relevant.filter(
    ({ reflection }) => !knownIds.has(reflection.id) && knowsFailure(reflection) && sharesWords(reflection, sought),
  );
  const inOrder = [
    ...known.filter(({ reflection }) => isFix(reflection)),
    ...known.filter(({ reflection }) => !isFix(reflection)),
    ...like,
  ];
  return inOrder.slice(0, MAX_CANDIDATES).map((hit, index) => ({ ...hit, rank: index + 1 }));
}

async function aboutText({ text, projectId }: ReminderRequest, task: TaskContext) {
  if (namesNothing(text)) return [];
  return (await relevantTo(text, { projectId }, { limit: MAX_CANDIDATES }, task)).hits;
}

/** Lessons worth showing on this occasion, most important first, whether or not the agent knows them already. */
export async function worthTelling(asked: ReminderRequest, task: TaskContext): Promise<Candidate[]> {
  const isStart = asked.occasion === 'session_start' || asked.occasion === 'context_cut';
  if (isStart) return atStart(asked, task);
  return asked.occasion === 'tool_failure' ? aboutFailure(asked, task) : aboutText(asked, task);
}

/** Maximum number of sessions searched for a prompt. Some have no episode, and some are known already. */
const MAX_SESSIONS_FOUND = 6;

/** Earlier sessions related to a prompt, most relevant first. Other occasions have no question to search with. */
export async function sessionsWorthTelling(
  { occasion, text, projectId }: ReminderRequest,
  task: TaskContext,
): Promise<Episode[]> {
  if (occasion !== 'prompt' || namesNothing(text)) return [];
  return relevantEpisodes(text, { projectId, limit: MAX_SESSIONS_FOUND }, task);
}

/** What the agent has in its context already. */
export interface InContext {
  /** Ids of lessons, and of the episodes of earlier sessions. */
  known: ReadonlySet<string>;
  /** The context was compacted just now, so nothing shown before is in it any more. */
  isNewCut: boolean;
  /** This reminder was shown already, or no delayed reminder is waiting. */
  isRepeated: boolean;
}

/**
 * Computes {@link InContext}: what the agent was shown or stored since its context was last compacted, and drafts extracted from
 * this session at any time. A subagent has its own exposures; a copied session starts with those of its original.
 */
export function inContext({ occasion, onlyFirst, delivery }: ReminderRequest, context: Context): InContext {
  const { session } = context.caller;
  const isWanted = delivery === 'if_waiting';
  const listener = listenerOf(context);
  if (session === null || listener === null) return { known: new Set(), isNewCut: false, isRepeated: false };
  const last = lastOn(occasion, listener, context);
  const waits = last !== null && last.tokens === null;
  const isToldBefore = () => onlyFirst || context.now() - Date.parse(last?.at ?? '') <= SAME_MOMENT_MS;
  const isRepeated = isWanted ? !waits : last !== null && !waits && isToldBefore();
  const isNewCut = occasion === 'context_cut' && !isRepeated;
  // Reminders may have been shown since a recorded compaction; since a new one there are none.
  const heard = isNewCut && !isWanted ? [] : heardSince(listener, context);
  return { known: new Set([...draftsKnown(session, context), ...heard]), isNewCut, isRepeated };
}

function listenerOf({ caller }: Context): Listener | null {
  const { session, subagent = null } = caller;
  return session === null ? null : { sessionRef: session, subagent };
}

/** The last time that a once-only reminder was shown or noted; null for other occasions. */
function lastOn(occasion: ReminderRequest['occasion'], listener: Listener, { db }: Context) {
  const isOnce = occasion === 'session_start' || occasion === 'context_cut';
  return isOnce ? lastAgentCall(db, listener, occasion) : null;
}

/** Whether this occasion was noted and its reminder is still to be shown. */
export function isWaiting({ occasion }: ReminderRequest, context: Context): boolean {
  const listener = listenerOf(context);
  const last = listener && lastOn(occasion, listener, context);
  return last !== null && last.tokens === null;
}
