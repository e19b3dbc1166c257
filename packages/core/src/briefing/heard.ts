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

// What an agent already knows in its session. The session may have begun as a copy of another.

/** Maximum number of copies of copies that are followed back. */
const MAX_GENERATIONS = 20;

/** Our id of a session in the caller's project, if anything was stored in it. */
function storedSession(name: string, { db, caller }: Context): string | undefined {
  return findSessionIds(db, name, callerProject(db, caller))[0];
}

/** A session, and the part of its exposures that counts. */
interface Generation {
  sessionRef: string;
  span: Span;
}

/**
 * A session and the sessions that it was copied from, newest first, each with its exposures until the copy was made. `isCut`:
 * only those since the context was last compacted, which also excludes the originals. A subagent does not know which session its
 * own was copied from.
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

/** Ids of lessons and episodes that a listener was shown or stored since its context was last compacted. */
export function heardSince(listener: Listener, context: Context): Set<string> {
  const { db } = context;
  const heard = new Set<string>();
  for (const { sessionRef, span } of generationsOf(listener, true, db)) {
    const one = { ...listener, sessionRef };
    // Subagents have not seen what the main agent stored.
    const own = listener.subagent === null ? storedSession(sessionRef, context) : undefined;
    const stored = own === undefined ? [] : lessonsStoredIn(db, own, span);
    for (const id of [...lessonsShownIn(db, one, span), ...episodesToldIn(db, one, span), ...stored]) heard.add(id);
  }
  return heard;
}

/** Drafts extracted from an agent's own session, or from the sessions it was copied from. */
export function draftsKnown(session: string, context: Context): string[] {
  const sessions = [...generationsOf({ sessionRef: session, subagent: null }, false, context.db)];
  return sessions.flatMap(({ sessionRef }) => {
    const own = storedSession(sessionRef, context);
    return own === undefined ? [] : [...draftsFoundIn(context.db, own)];
  });
}
