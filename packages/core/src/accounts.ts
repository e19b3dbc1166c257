import type { Caller } from '@twicewise/contract';
import { type AgentCall, type NewId, recordCall, type Shown } from '@twicewise/store';
import type { WriteContext } from './context.ts';
import { callerProject } from './references.ts';

/** What an agent asked and was shown, as a handler knows it; who asked is the caller's business. */
export type Asked = Pick<AgentCall, 'operation' | 'task' | 'lessons'> &
  Partial<Pick<AgentCall, 'tokens' | 'trigger' | 'projectId' | 'sessionRef'>>;

/** An account that is being written: the ids of its exposures, and when it is durable. Waiting never fails. */
export interface Entry {
  ids: readonly string[];
  written: Promise<void>;
}

/** Accounts for one answer; null where there is no account. */
export type Account = (asked: Asked) => Entry | null;

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
  /** Queues a write; a failure is logged, not thrown: it must not take the answer away. */
  enqueue(name: string, caller: Caller, run: (context: WriteContext) => void): Promise<void>;
}

/**
 * The account of a caller. Only agents have one: a person who looks around in the app has not been advised. See
 * docs/adr/0010-account-of-lessons-shown.md for who waits until it is written.
 */
export function accountOf(caller: Caller, ledger: Ledger): Account {
  if (caller.author.kind !== 'agent') return () => null;
  return (asked) => {
    const ids = asked.lessons.map(() => ledger.newId('exposure'));
    const written = ledger.enqueue('memory.account', caller, (context) => {
      const { trigger = 'tool', tokens = null, sessionRef = caller.session } = asked;
      const { projectId = callerProject(context.db, caller) } = asked;
      const { client } = caller;
      recordCall(context.db, { ...asked, trigger, tokens, projectId, sessionRef, client }, ids, context.at);
      for (const { reflectionId } of asked.lessons) context.touch('exposure', reflectionId);
    });
    return { ids, written };
  };
}
