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

/** A lesson that may be told; without relevance where nothing was searched for. */
export interface Candidate extends BriefHit {
  relevance: number | null;
}

/** What `memory.remind` is asked. */
export type ReminderRequest = ParsedInputOf<'memory.remind'>;
/** What it answers. */
export type Reminder = OutputOf<'memory.remind'>;

/** Most lessons looked at for one reminder: more than fit its budget. */
const MAX_CANDIDATES = 20;
/** Most lessons that are looked at for each error of an output. */
const MAX_PER_ERROR = 10;
/** Most pinned lessons, and most failures, that a session starts with. */
const MAX_AT_START = 5;
/** Most notes that a session starts with. */
const MAX_NOTES_AT_START = 3;
/** A second start or cut within this time is the same one, told by a hook that is set up twice. In milliseconds. */
const SAME_MOMENT_MS = 10_000;

const BUDGETS: Readonly<
  Record<ReminderRequest['occasion'], 'remind.sessionTokens' | 'remind.promptTokens' | 'remind.failureTokens'>
> = {
  session_start: 'remind.sessionTokens',
  context_cut: 'remind.sessionTokens',
  prompt: 'remind.promptTokens',
  tool_failure: 'remind.failureTokens',
  turn_end: 'remind.failureTokens',
};

/** Most tokens of the reminder. */
export function budgetOf({ occasion, budget }: ReminderRequest, settings: Settings): number {
  return budget ?? settings[BUDGETS[occasion]];
}

/** Whether a person wants agents to be left alone, everywhere or in this project. */
export function isSwitchedOff(asked: ReminderRequest, task: TaskContext): boolean {
  const context = contextOf(task);
  const settings = readSettings(context.db);
  const project = meantProject(asked.projectId, context).projectId ?? callerProject(context.db, context.caller);
  return !settings['remind.enabled'] || (project !== null && settings['remind.offProjects'].includes(project));
}

/** True for a lesson that knows of a failure, also of one that was mended: the fix is what helps when it comes again. */
function knowsFailure({ outcome, whatDidNotWork }: Reflection): boolean {
  return outcome === 'failure' || whatDidNotWork.length > 0;
}

/** The task is not known yet: what is pinned, what was noted, where the last session wanted to go on, and what failed lately. */
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
  // There is room for few: what a person has not looked at yet comes last.
  const inOrder = chosen.toSorted((a, b) => Number(a.state === 'draft') - Number(b.state === 'draft'));
  const once = new Map(inOrder.map((reflection) => [reflection.id, reflection]));
  return [...once.values()].map((reflection, index) => ({ reflection, rank: index + 1, score: null, relevance: null }));
}

/** True for a lesson that says what helped, not only what did not. */
function isFix({ outcome, whatWorked }: Reflection): boolean {
  return outcome === 'success' || whatWorked.length > 0;
}

/**
 * Lessons that know the error by its name, whatever else they are about and however they ended, fixes first; then those
 * that warn of something like it. What shares no more with it than words that every error has does not count.
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
  // By its meaning alone the output of one command is like that of any other.
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

/** Lessons worth telling on this occasion, the most important first, whether or not the agent knows them. */
export async function worthTelling(asked: ReminderRequest, task: TaskContext): Promise<Candidate[]> {
  const isStart = asked.occasion === 'session_start' || asked.occasion === 'context_cut';
  if (isStart) return atStart(asked, task);
  return asked.occasion === 'tool_failure' ? aboutFailure(asked, task) : aboutText(asked, task);
}

/** Most sessions found for one prompt: of some there is no episode, and some are known. */
const MAX_SESSIONS_FOUND = 6;

/** Earlier sessions that had to do with a prompt, the most relevant first; on other occasions there is no question. */
export async function sessionsWorthTelling(
  { occasion, text, projectId }: ReminderRequest,
  task: TaskContext,
): Promise<Episode[]> {
  if (occasion !== 'prompt' || namesNothing(text)) return [];
  return relevantEpisodes(text, { projectId, limit: MAX_SESSIONS_FOUND }, task);
}

/** What an agent has in its context already. */
export interface InContext {
  /** Lessons, and episodes of earlier sessions. */
  known: ReadonlySet<string>;
  /** The context was cut just now: nothing told before is in it any more. */
  isNewCut: boolean;
  /** It was told on this very occasion already, or nothing waits that was to be told later. */
  isRepeated: boolean;
}

/**
 * See {@link InContext}: what the agent was shown or stored itself since its context was last cut, and drafts that were found in
 * what it did in this session, whenever that was. A subagent has an account of its own; a copy of a session begins with that of
 * the original.
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
  // Since a cut that was noted there may have been told something; of one that is told now there is nothing.
  const heard = isNewCut && !isWanted ? [] : heardSince(listener, context);
  return { known: new Set([...draftsKnown(session, context), ...heard]), isNewCut, isRepeated };
}

function listenerOf({ caller }: Context): Listener | null {
  const { session, subagent = null } = caller;
  return session === null ? null : { sessionRef: session, subagent };
}

/** The last time that this was told or noted, of what is told once; null on other occasions. */
function lastOn(occasion: ReminderRequest['occasion'], listener: Listener, { db }: Context) {
  const isOnce = occasion === 'session_start' || occasion === 'context_cut';
  return isOnce ? lastAgentCall(db, listener, occasion) : null;
}

/** Whether something was noted on this occasion and is still to be told. */
export function isWaiting({ occasion }: ReminderRequest, context: Context): boolean {
  const listener = listenerOf(context);
  const last = listener && lastOn(occasion, listener, context);
  return last !== null && last.tokens === null;
}
