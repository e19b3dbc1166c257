import { randomBytes } from 'node:crypto';
import type { Episode, Silence } from '@twicewise/contract';
import { type AgentCall, readSettings } from '@twicewise/store';
import { type CountTokens, loadTokenCounter } from '../agent-text/tokens.ts';
import { REMINDERS } from '../agent-text/wording.ts';
import { mayBeAsked, nudgeText, whyNotAsk } from '../capture/nudge.ts';
import type { Context, WriteContext } from '../runtime/context.ts';
import { task } from '../runtime/define-handler.ts';
import {
  addExposureIds,
  elapsedSince,
  toBriefedLessons,
  toStoredTask,
  writeExposures,
} from '../runtime/exposures/exposure-recorder.ts';
import { toKept } from '../runtime/exposures/telling.ts';
import { contextOf, type HandlersOf, type TaskContext } from '../runtime/handler.ts';
import { isAgentAtWork } from '../runtime/person-only.ts';
import { meantProject } from '../runtime/scope.ts';
import { type Brief, composeBrief } from './brief.ts';
import { leftPairs } from './contradictions.ts';
import {
  budgetOf,
  type Candidate,
  type InContext,
  inContext,
  isSwitchedOff,
  isWaiting,
  type Reminder,
  type ReminderRequest,
  sessionsWorthTelling,
  worthTelling,
} from './reminders.ts';
import { stuckNow, stuckText } from './stuck-reminder.ts';
import { findSummaryToTell, type SummaryToTell, summaryText } from './summary-reminder.ts';

function staySilent(silence: Silence): Reminder {
  return { text: null, silence, tokens: 0, lessons: [], sessions: [], workingSummary: null, logged: false };
}

/** What a reminder could show. */
interface Found {
  candidates: readonly Candidate[];
  episodes: readonly Episode[];
}

/** Selects the candidates that the agent does not know yet, and composes the text. */
function choose(
  { candidates, episodes }: Found,
  { known, isRepeated }: InContext,
  asked: ReminderRequest,
  task: TaskContext,
  countTokens: CountTokens,
): Brief | Silence {
  if (candidates.length + episodes.length === 0) return 'nothing_relevant';
  if (isRepeated) return 'known_already';
  const hits = candidates.filter(({ reflection }) => !known.has(reflection.id));
  const sessions = episodes.filter(({ id }) => !known.has(id));
  if (hits.length + sessions.length === 0) return 'known_already';
  const chosen = composeBrief({
    hits,
    sessions: { question: asked.text, episodes: sessions },
    isLeft: leftPairs(task.services.db()),
    wording: REMINDERS[asked.occasion],
    budget: budgetOf(asked, readSettings(task.services.db())),
    nonce: randomBytes(9).toString('base64url'),
    now: task.services.now(),
    countTokens,
  });
  return chosen.lessons.length + chosen.sessions.length === 0 ? 'over_budget' : chosen;
}

/** The answer. Without exposure ids it is a preview. */
function answerOf(brief: Brief, ids: readonly string[] | null): Reminder {
  const { text, tokens, sessions } = brief;
  const lessons = addExposureIds(brief, ids);
  return { text, silence: null, tokens, lessons, sessions, workingSummary: null, logged: ids !== null };
}

/** Puts where the session stood before the rest of an answer, which may be silent. */
function withSummary(rest: Reminder, { session }: SummaryToTell, told: { text: string; tokens: number }): Reminder {
  const text = rest.text === null ? told.text : `${told.text}\n\n${rest.text}`;
  const workingSummary = { sessionId: session.id, tokens: told.tokens };
  return { ...rest, text, silence: null, tokens: told.tokens + rest.tokens, workingSummary };
}

/** What was shown, and its text: none where only the occasion is recorded. */
type Told = Pick<AgentCall, 'lessons' | 'tokens' | 'episodeIds' | 'forkedFrom'> & { text?: string | null };

/** Records what was shown. A compaction of the context is recorded even when there was nothing to show. */
function record(
  context: WriteContext,
  asked: ReminderRequest,
  task: TaskContext,
  { text = null, ...told }: Told,
): string[] {
  const ids = told.lessons.map(() => context.newId('exposure'));
  const about = {
    ...meantProject(asked.projectId, context),
    operation: 'memory.remind',
    task: asked.text === '' ? null : toStoredTask(asked.text, task.services.redactText),
    trigger: asked.occasion,
  };
  const kept = toKept(text === null ? null : { form: 'text', text }, asked, task.services.redactText);
  writeExposures(context, { ...about, ...told, told: kept, tookMs: elapsedSince(task.startedAt) }, ids);
  return ids;
}

/** Asks an agent to store what it learned, if that is worthwhile. The choice and its record are one transaction. */
async function nudge(asked: ReminderRequest, asker: TaskContext, once: TaskContext['once']): Promise<Reminder> {
  const { services, caller } = asker;
  const silence = await whyNotAsk(asker);
  if (silence !== null) return staySilent(silence);
  const text = nudgeText(asked);
  const tokens = (await loadTokenCounter())(text);
  const told = { text, silence: null, tokens, lessons: [], sessions: [], workingSummary: null };
  if (asked.dryRun || !isAgentAtWork(caller) || services.health().state !== 'ready') return { ...told, logged: false };
  const run = (write: WriteContext): Reminder => {
    const asking = mayBeAsked(write);
    if (typeof asking === 'string') return staySilent(asking);
    record(write, asked, asker, { lessons: [], tokens, text });
    return { ...told, logged: true };
  };
  return services.write('memory.remind', caller, run, once);
}

/** Tells an agent that it goes round in circles, and what it has tried. The choice and its record are one transaction. */
async function tellStuck(asked: ReminderRequest, asker: TaskContext): Promise<Reminder> {
  const { services, caller, once } = asker;
  // Asked without a transaction first, because most sessions are not stuck.
  const first = stuckNow(contextOf(asker), asked.text);
  if (typeof first === 'string') return staySilent(first);
  const countTokens = await loadTokenCounter();
  const budget = budgetOf(asked, readSettings(services.db()));
  const told = stuckText(first, budget, countTokens);
  if (told === null) return staySilent('over_budget');
  const reminder = { ...told, silence: null, lessons: [], sessions: [], workingSummary: null };
  if (asked.dryRun || !isAgentAtWork(caller) || services.health().state !== 'ready')
    return { ...reminder, logged: false };
  const run = (write: WriteContext): Reminder => {
    const now = stuckNow(write, asked.text);
    if (typeof now === 'string') return staySilent(now);
    record(write, asked, asker, { lessons: [], tokens: told.tokens, text: told.text });
    return { ...reminder, logged: true };
  };
  return services.write('memory.remind', caller, run, once);
}

/**
 * What is recorded of an occasion even when nothing is shown: which session this one is a copy of, and a compaction whose
 * reminder comes later, or never while reminders are off. Null when there is nothing to record.
 */
function noteOf(asked: ReminderRequest, asker: TaskContext): Note | null {
  const { occasion, forkedFrom, delivery } = asked;
  // A session cannot be a copy of itself; such a value means that the original is unknown.
  if (forkedFrom !== undefined) {
    const isCopy = forkedFrom !== asker.caller.session;
    return isCopy ? { occasion: 'session_start', told: { lessons: [], tokens: 0, forkedFrom } } : null;
  }
  if (occasion !== 'context_cut' || delivery === 'if_waiting') return null;
  // Null tokens mark a reminder that is still to be shown.
  if (delivery === 'later') return { occasion, told: { lessons: [], tokens: null } };
  return isSwitchedOff(asked, asker) ? { occasion, told: { lessons: [], tokens: 0 } } : null;
}

interface Note {
  occasion: ReminderRequest['occasion'];
  told: Told;
}

async function note({ occasion, told }: Note, asked: ReminderRequest, asker: TaskContext): Promise<void> {
  const { services, caller } = asker;
  if (asked.dryRun || !isAgentAtWork(caller) || services.health().state !== 'ready') return;
  const run = (write: WriteContext): Reminder => {
    record(write, { ...asked, occasion }, asker, told);
    return staySilent('known_already');
  };
  await services.write('memory.remind', caller, run, asker.once);
}

async function remind(asked: ReminderRequest, context: TaskContext): Promise<Reminder> {
  // The session only says who is reminded. The search covers other sessions too, because those are what the agent cannot know.
  const caller = { ...context.caller, session: asked.sessionId ?? context.caller.session };
  const asker = { ...context, caller };
  const noted = noteOf(asked, asker);
  if (noted) await note(noted, asked, asker);
  if (isSwitchedOff(asked, asker)) return staySilent('switched_off');
  // The start of a copy needs no reminder: its context contains what the original was shown.
  if (noted || asked.forkedFrom !== undefined) return staySilent('known_already');
  // Most prompts have no reminder waiting; they should not be delayed by a search.
  if (asked.delivery === 'if_waiting' && !isWaiting(asked, contextOf(asker))) return staySilent('known_already');
  if (asked.occasion === 'turn_end') return nudge(asked, asker, context.once);
  if (asked.occasion === 'stuck') return tellStuck(asked, asker);
  return remindOf(asked, asker);
}

/** Selects and tells: where the session stood, lessons, earlier sessions. */
async function remindOf(asked: ReminderRequest, asker: TaskContext): Promise<Reminder> {
  const { services, caller, once } = asker;
  const countTokens = await loadTokenCounter();
  const [candidates, episodes] = await Promise.all([worthTelling(asked, asker), sessionsWorthTelling(asked, asker)]);
  const found = { candidates, episodes };

  function summaryIn(context: Context, known: InContext) {
    const found = known.isRepeated ? null : findSummaryToTell(asked, context);
    const told = found && summaryText(found, asked.budget ?? Number.POSITIVE_INFINITY, services.now(), countTokens);
    return found && told ? (rest: Reminder) => withSummary(rest, found, told) : null;
  }

  const isLogged = !asked.dryRun && isAgentAtWork(caller) && services.health().state === 'ready';
  if (!isLogged) {
    const context = contextOf(asker);
    const known = inContext(asked, context);
    const chosen = choose(found, known, asked, asker, countTokens);
    const rest = typeof chosen === 'string' ? staySilent(chosen) : answerOf(chosen, null);
    return summaryIn(context, known)?.(rest) ?? rest;
  }
  // Choice and record are one transaction, so that a hook that is installed twice shows nothing twice.
  const run = (write: WriteContext): Reminder => {
    const known = inContext(asked, write);
    const before = summaryIn(write, known);
    const chosen = choose(found, known, asked, asker, countTokens);
    const isSilent = typeof chosen === 'string';
    const rest = isSilent ? staySilent(chosen) : answerOf(chosen, null);
    const answer = before?.(rest) ?? rest;
    if (isSilent && before === null) {
      if (known.isNewCut) record(write, asked, asker, { lessons: [], tokens: 0 });
      return rest;
    }
    const episodeIds = isSilent ? [] : chosen.sessions.map(({ episodeId }) => episodeId);
    const lessons = isSilent ? [] : toBriefedLessons(chosen, candidates);
    const ids = record(write, asked, asker, { lessons, episodeIds, tokens: answer.tokens, text: answer.text });
    return { ...answer, lessons: isSilent ? [] : addExposureIds(chosen, ids), logged: true };
  };
  return services.write('memory.remind', caller, run, once);
}

export const reminderHandlers: HandlersOf<'memory.remind'> = { 'memory.remind': task(remind) };
