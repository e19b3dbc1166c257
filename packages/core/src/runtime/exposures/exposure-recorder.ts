import type { BriefedLesson, Caller, Reflection } from '@twicewise/contract';
import { type Clean, cleanHead } from '@twicewise/redaction';
import { type NewId, recordAgentCall, type ShownLesson } from '@twicewise/store';
import type { CommitQueue, WriteRequest } from '../commit-queue.ts';
import type { WriteContext } from '../context.ts';
import { isAgentAtWork, isShownToAgent } from '../person-only.ts';
import { callerProject } from '../references.ts';
import type { RecordExposures, ShownAnswer } from './shown-answer.ts';
import { type Telling, toKept } from './telling.ts';

/** Maximum length of a recorded question, in UTF-16 units. */
const MAX_TASK = 2000;

/** The text of an agent's question as it is stored: redacted and cut to {@link MAX_TASK}. Null when it is empty. */
export function toStoredTask(text: string, clean: Clean): string | null {
  return cleanHead(text, MAX_TASK, clean).replaceAll('\0', '') || null;
}

/** The parts of a brief that its exposures are recorded from. */
interface BriefedLessons {
  readonly lessons: readonly Omit<BriefedLesson, 'exposureId'>[];
}

/** The lessons of a brief as they were shown, with the relevance from their search. */
export function toBriefedLessons(
  { lessons }: BriefedLessons,
  hits: readonly { reflection: Pick<Reflection, 'id'>; relevance: number | null }[],
): ShownLesson[] {
  const relevance = new Map(hits.map((hit) => [hit.reflection.id, hit.relevance]));
  return lessons.map(({ id, ...rest }) => ({ reflectionId: id, relevance: relevance.get(id) ?? null, ...rest }));
}

/** The lessons of an answer with the ids of their exposures, or without ids when nothing was recorded. */
export function addExposureIds({ lessons }: BriefedLessons, ids: readonly string[] | null): BriefedLesson[] {
  return lessons.map((lesson, index) => ({ ...lesson, exposureId: ids?.[index] ?? null }));
}

/** Stores an answer and its exposures as part of a write. */
export function writeExposures(context: WriteContext, asked: ShownAnswer, ids: readonly string[]): void {
  const { caller, db, at } = context;
  const { trigger = 'tool', tokens = null, tookMs = null, projectId = callerProject(db, caller) } = asked;
  const { session: sessionRef, subagent = null, client } = caller;
  recordAgentCall(db, { ...asked, trigger, tokens, tookMs, projectId, sessionRef, subagent, client }, ids, at);
  for (const { reflectionId } of asked.lessons) context.touch('exposure', reflectionId);
}

/** Milliseconds since `startedAt` on the monotonic clock, rounded to a hundredth. */
export function elapsedSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 100) / 100;
}

/** The lessons of an answer that has no ranking, in the order shown. */
export function toUnrankedLessons(lessons: readonly { id: string; tokens?: number | null }[]): ShownLesson[] {
  return lessons.map(({ id, tokens = null }, index) => ({
    reflectionId: id,
    rank: index + 1,
    score: null,
    relevance: null,
    tokens,
  }));
}

/** What the recorder needs of the core. */
interface RecorderServices {
  newId: NewId;
  /** The commit queue; null while nothing can be written. */
  queue: () => CommitQueue | null;
  /** Replaces the secrets in a text. */
  redactText: Clean;
  log: (message: string, error: unknown) => void;
}

/**
 * Records what agents are shown. Nothing is recorded for a person browsing in the app, nor for a program that reads for itself, because
 * no agent was advised.
 * docs/adr/0010-account-of-lessons-shown.md says when the records are written.
 */
export class ExposureRecorder {
  readonly #services: RecorderServices;

  constructor(services: RecorderServices) {
    this.#services = services;
  }

  /**
   * Creates the recorder for the answer to one request. `startedAt` is when the request began, on the monotonic clock. The text of
   * the answer is known by the time of the write, which is later.
   */
  recorderFor(caller: Caller, startedAt: number, telling: Telling): RecordExposures {
    if (!isShownToAgent(caller)) return () => null;
    return (asked) => {
      const queue = this.#services.queue();
      if (queue === null) return null;
      const ids = asked.lessons.map(() => this.#services.newId('exposure'));
      const tookMs = elapsedSince(startedAt);
      telling.isRecorded = true;
      const run = (context: WriteContext) => {
        const told = toKept(telling.told, telling.question, this.#services.redactText);
        writeExposures(context, { ...asked, tookMs, told }, ids);
      };
      this.#write(queue, { name: 'memory.account', caller, run });
      return ids;
    };
  }

  /**
   * Runs a question. Callers other than agents see every exposure recorded before it. When too many exposures wait to be written,
   * the question waits.
   */
  async within<T>(caller: Caller, answer: () => Promise<T>): Promise<T> {
    if (!isAgentAtWork(caller)) await this.#services.queue()?.caughtUp(caller);
    const answered = await answer();
    await this.#services.queue()?.room();
    return answered;
  }

  /** A failed write is only logged, so that the agent still gets its answer. */
  async #write(queue: CommitQueue, request: WriteRequest): Promise<void> {
    const outcome = await queue.runLater(request);
    if (!outcome.ok) this.#services.log('what an agent was shown could not be recorded', outcome.error);
  }
}
