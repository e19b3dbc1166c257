import {
  draftsFoundIn,
  episodesToldIn,
  forkOf,
  type Listener,
  lastAgentCall,
  lessonsShownIn,
  lessonsStoredIn,
  type ReadableDb,
  type Span,
} from '@twicewise/store';
import type { Context } from '../runtime/context.ts';
import { callerProject, findSessionIds } from '../runtime/references.ts';

// What an agent has heard of in its session, which may have begun as a copy of another.

/** Most copies of copies that are followed back. */
const MAX_GENERATIONS = 20;

/** Our id of a session of the caller's project, if anything was stored in it. */
function storedSession(name: string, { db, caller }: Context): string | undefined {
  return findSessionIds(db, name, callerProject(db, caller))[0];
}

/** A session, and the part of its account that is in question. */
interface Generation {
  sessionRef: string;
  span: Span;
}

/**
 * A session and those of which it is a copy, the newest first, each with its account until the next began. `isCut`: only since its
 * context was last cut, which also ends what came from the original. A subagent does not know of which session its own is a copy.
 */
function* generationsOf(listener: Listener, isCut: boolean, db: ReadableDb): Generator<Generation> {
  let { sessionRef } = listener;
  let before = Number.MAX_SAFE_INTEGER;
  for (let generation = 0; generation <= MAX_GENERATIONS; generation++) {
    const one = { ...listener, sessionRef };
    const span = { after: isCut ? (lastAgentCall(db, one, 'context_cut', before)?.seq ?? 0) : 0, before };
    yield { sessionRef, span };
    const fork = listener.subagent === null ? forkOf(db, sessionRef, span) : null;
    if (fork === null) return;
    sessionRef = fork.from;
    before = fork.seq;
  }
}

/** Lessons and episodes that a listener was told or stored since its context was last cut, by their ids. */
export function heardSince(listener: Listener, context: Context): Set<string> {
  const { db } = context;
  const heard = new Set<string>();
  for (const { sessionRef, span } of generationsOf(listener, true, db)) {
    const one = { ...listener, sessionRef };
    // What the main agent stored its subagents have not heard.
    const own = listener.subagent === null ? storedSession(sessionRef, context) : undefined;
    const stored = own === undefined ? [] : lessonsStoredIn(db, own, span);
    for (const id of [...lessonsShownIn(db, one, span), ...episodesToldIn(db, one, span), ...stored]) heard.add(id);
  }
  return heard;
}

/** Drafts that were found in what an agent did in its session, or in the ones of which it is a copy. */
export function draftsKnown(session: string, context: Context): string[] {
  const sessions = [...generationsOf({ sessionRef: session, subagent: null }, false, context.db)];
  return sessions.flatMap(({ sessionRef }) => {
    const own = storedSession(sessionRef, context);
    return own === undefined ? [] : [...draftsFoundIn(context.db, own)];
  });
}
