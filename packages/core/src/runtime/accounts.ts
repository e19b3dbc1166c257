import { AppError, type BriefedLesson, type Caller, type Reflection } from '@twicewise/contract';
import { type Clean, cleanHead } from '@twicewise/redaction';
import { type NewId, recordCall, type Shown } from '@twicewise/store';
import type { Account, Asked } from './account.ts';
import type { CommitQueue, WriteRequest } from './commit-queue.ts';
import type { WriteContext } from './context.ts';
import { isAgentAtWork } from './person-only.ts';
import { callerProject } from './references.ts';

/** Longest question kept in the account, in UTF-16 units. */
const MAX_TASK = 2000;

/** A text of an agent as it may be kept: without secrets, not longer than needed to recognise it; null without any. */
export function kept(text: string, clean: Clean): string | null {
  return cleanHead(text, MAX_TASK, clean).replaceAll('\0', '') || null;
}

/** What a brief has told, as far as its account is concerned. */
interface Told {
  readonly lessons: readonly Omit<BriefedLesson, 'exposureId'>[];
}

/** Lessons of a brief as they were shown, with the relevance that their search gave them. */
export function briefed(
  { lessons }: Told,
  hits: readonly { reflection: Pick<Reflection, 'id'>; relevance: number | null }[],
): Shown[] {
  const relevance = new Map(hits.map((hit) => [hit.reflection.id, hit.relevance]));
  return lessons.map(({ id, ...rest }) => ({ reflectionId: id, relevance: relevance.get(id) ?? null, ...rest }));
}

/** The same lessons as an answer names them: with their exposures, or without where nothing was written down. */
export function withExposures({ lessons }: Told, ids: readonly string[] | null): BriefedLesson[] {
  return lessons.map((lesson, index) => ({ ...lesson, exposureId: ids?.[index] ?? null }));
}

/** Writes an account down, as part of a write. */
export function writeAccount(context: WriteContext, asked: Asked, ids: readonly string[]): void {
  const { caller, db, at } = context;
  const { trigger = 'tool', tokens = null, tookMs = null, projectId = callerProject(db, caller) } = asked;
  const { session: sessionRef, subagent = null, client } = caller;
  recordCall(db, { ...asked, trigger, tokens, tookMs, projectId, sessionRef, subagent, client }, ids, at);
  for (const { reflectionId } of asked.lessons) context.touch('exposure', reflectionId);
}

/** Milliseconds since a moment of the monotonic clock, to a hundredth. */
export function tookSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 100) / 100;
}

/** Lessons shown in the order of an answer that has no ranking. */
export function listed(lessons: readonly { id: string; tokens?: number | null }[]): Shown[] {
  return lessons.map(({ id, tokens = null }, index) => ({
    reflectionId: id,
    rank: index + 1,
    score: null,
    relevance: null,
    tokens,
  }));
}

/** What accounts need of the core. */
interface Ledger {
  newId: NewId;
  /** The queue of the memory; null while nothing can be written. */
  queue: () => CommitQueue | null;
  log: (message: string, error: unknown) => void;
}

/**
 * The accounts of callers. Only agents have one: a person who looks around in the app has not been advised. See
 * docs/adr/0010-account-of-lessons-shown.md for when they are written.
 */
export class Accounts {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** The account of an answer. `startedAt` is when its request began, on the monotonic clock. */
  of(caller: Caller, startedAt: number): Account {
    if (!isAgentAtWork(caller)) return () => null;
    return (asked) => {
      const queue = this.#ledger.queue();
      if (queue === null) return null;
      const ids = asked.lessons.map(() => this.#ledger.newId('exposure'));
      const tookMs = tookSince(startedAt);
      const run = (context: WriteContext) => writeAccount(context, { ...asked, tookMs }, ids);
      this.#write(queue, { name: 'memory.account', caller, run });
      return ids;
    };
  }

  /** Lets a question be answered: who is no agent sees all accounts, and nobody is answered faster than they can be written. */
  async within<T>(caller: Caller, answer: () => Promise<T>): Promise<T> {
    if (!isAgentAtWork(caller)) await this.#ledger.queue()?.caughtUp(caller);
    const answered = await answer();
    await this.#ledger.queue()?.room();
    return answered;
  }

  /** A failure is logged: it must not take the answer away. */
  async #write(queue: CommitQueue, request: WriteRequest): Promise<void> {
    const answer = await queue.runLater(request);
    if (!answer.ok) this.#ledger.log('what an agent was shown could not be recorded', new AppError(answer.error));
  }
}
