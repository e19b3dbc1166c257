import type { Caller } from '@twicewise/contract';
import { type AgentCall, type NewId, recordCall, type Shown } from '@twicewise/store';
import type { WriteRequest } from './commit-queue.ts';
import type { WriteContext } from './context.ts';
import { callerProject } from './references.ts';

/** What an agent asked and was shown, as a handler knows it; who asked is the caller's business. */
export type Asked = Pick<AgentCall, 'operation' | 'task' | 'lessons'> &
  Partial<Pick<AgentCall, 'tokens' | 'trigger' | 'projectId'>>;

/** An account that is being written: the ids of its exposures, and when it is durable. Waiting never fails. */
export interface Entry {
  ids: readonly string[];
  written: Promise<void>;
}

/** How soon an account is written: `now` when the answer waits for it, `later` when it may share another's commit. */
export type Urgency = 'now' | 'later';

/** Accounts for one answer; null where there is no account. */
export type Account = (asked: Asked, urgency: Urgency) => Entry | null;

/** Lessons shown in the order of an answer that has no ranking. */
export function listed(lessons: readonly { id: string }[]): Shown[] {
  return lessons.map(({ id }, index) => ({
    reflectionId: id,
    rank: index + 1,
    score: null,
    relevance: null,
    tokens: null,
  }));
}

/** What accounts need of the core. */
export interface Ledger {
  newId: NewId;
  /** False while nothing can be written. */
  isOpen(): boolean;
  /** Queues a write; a failure is logged, not thrown: it must not take the answer away. */
  enqueue(request: WriteRequest, urgency: Urgency): Promise<void>;
}

/**
 * The account of a caller. Only agents have one: a person who looks around in the app has not been advised. See
 * docs/adr/0010-account-of-lessons-shown.md for who waits until it is written.
 */
export function accountOf(caller: Caller, ledger: Ledger): Account {
  if (caller.author.kind !== 'agent') return () => null;
  return (asked, urgency) => {
    if (!ledger.isOpen()) return null;
    const ids = asked.lessons.map(() => ledger.newId('exposure'));
    const run = (context: WriteContext) => {
      const { trigger = 'tool', tokens = null, projectId = callerProject(context.db, caller) } = asked;
      const { session: sessionRef, client } = caller;
      recordCall(context.db, { ...asked, trigger, tokens, projectId, sessionRef, client }, ids, context.at);
      for (const { reflectionId } of asked.lessons) context.touch('exposure', reflectionId);
    };
    return { ids, written: ledger.enqueue({ name: 'memory.account', caller, run }, urgency) };
  };
}
