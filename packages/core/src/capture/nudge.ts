import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Silence } from '@twicewise/contract';
import {
  boundedStep,
  failThenPass,
  jsonValues,
  ownTranscript,
  readLines,
  TRANSCRIPT_READERS,
  unlessClosed,
} from '@twicewise/ingest';
import type { Clean } from '@twicewise/redaction';
import { captureJob, hasDraftByRule, hasStored, lastAgentCall, readSettings } from '@twicewise/store';
import { REMINDERS } from '../agent-text/wording.ts';
import type { Context } from '../runtime/context.ts';
import { contextOf, type TaskContext } from '../runtime/handler.ts';
import { ownSession } from '../runtime/scope.ts';
import { type CaptureInput, captureInputOf } from './capture-job.ts';
import { isCaptureOff, isGivenUp } from './wanted.ts';

// An agent that has just fixed something knows why, and forgets it when its session ends. So it is asked once, at the end of a
// turn, and only if its transcript shows what the rule for drafts requires: a command failed, something was changed, the command
// passed.

/**
 * Maximum part of the end of a transcript that is read, in bytes. The agent waits for it, and a fix worth asking about is recent.
 */
const MAX_LOOKED_AT = 1_048_576;
/** Maximum length of a line that is read, in bytes. */
const MAX_LINE = 1_048_576;
/** Number of lines read before yielding. */
const LINES_PER_TURN = 20;

/** When nobody is watching, the agent's reply to the nudge would replace its answer. */
const ANSWER_AGAIN = 'Either way give your last answer again at the end, as it was: only your last message is read.';

/** The text that asks an agent to store something. */
export function nudgeText({ attended }: { attended: boolean }): string {
  const { enclose, opening } = REMINDERS.turn_end;
  return enclose(attended ? opening : `${opening} ${ANSWER_AGAIN}`);
}

/**
 * Returns the agent's transcript, or the reason not to ask it. An agent is asked once per session, and not if it has stored
 * something already. Never asked: a subagent, an agent whose sessions are not to be captured, and one whose capture a person
 * cancelled.
 */
export function mayBeAsked({ db, caller, now }: Context): Silence | CaptureInput {
  const { session, subagent, author } = caller;
  if (session === null || subagent !== undefined) return 'nothing_relevant';
  if (!readSettings(db)['remind.toStore'] || isCaptureOff(session, { db, caller })) return 'switched_off';
  if (lastAgentCall(db, { sessionRef: session, subagent: null }, 'turn_end')) return 'known_already';
  const own = ownSession({ db, caller, now });
  if (own !== undefined && hasStored(db, own)) return 'known_already';
  const job = captureJob(db, author.name, session);
  return job === null || isGivenUp({ db }, job) ? 'nothing_relevant' : (captureInputOf(job) ?? 'nothing_relevant');
}

/** What the end of a transcript shows. */
interface Ending {
  hasMended: boolean;
  /** Whether a person is watching; null when the transcript does not say. */
  isAttended: boolean | null;
}

async function readEnding({ agent, path }: CaptureInput, from: number, clean: Clean): Promise<Ending> {
  const reader = TRANSCRIPT_READERS[agent]();
  const rule = failThenPass(clean);
  const found: Ending = { hasMended: false, isAttended: null };
  for await (const { number, text } of readLines(path, MAX_LINE, { from })) {
    for (const value of jsonValues(text) ?? []) {
      const { steps, isAttended = found.isAttended } = reader.read(value, number);
      found.isAttended = isAttended;
      const bounded = steps.map((step) => boundedStep(step, clean));
      found.hasMended ||= bounded.some((step) => step !== null && rule.take(step).length > 0);
    }
    if (number % LINES_PER_TURN === 0) await nextTurn();
  }
  found.hasMended ||= rule.end().length > 0;
  return found;
}

/** Why an agent is not asked to store what it learned; null when it should be asked. */
export async function whyNotAsk(task: TaskContext): Promise<Silence | null> {
  const { paths, redactText } = task.services;
  const asking = mayBeAsked(contextOf(task));
  if (typeof asking === 'string') return asking;
  // What was fixed in an earlier turn may have been stored since.
  const own = ownSession(contextOf(task));
  const hasDraft = own !== undefined && hasDraftByRule(task.services.db(), own, 'fail_then_pass');
  // Some programs display the nudge as an error. There it is left out while a person is watching.
  const { showsAsking = false } = TRANSCRIPT_READERS[asking.agent]();
  if (hasDraft && !showsAsking) return null;
  const file = await ownTranscript(asking.path, paths.database);
  if (file === null) return 'nothing_relevant';
  const from = Math.max(0, file.bytes - MAX_LOOKED_AT);
  const ending = await unlessClosed(() => readEnding(asking, from, redactText));
  if (!ending || (showsAsking && ending.isAttended !== false)) return 'nothing_relevant';
  return hasDraft || ending.hasMended ? null : 'nothing_relevant';
}
