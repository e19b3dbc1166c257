import {
  draftsFoundIn,
  episodesToldIn,
  forkOf,
  type Listener,
  lastTelling,
  lessonsShownIn,
  lessonsStoredIn,
} from '@twicewise/store';
import type { Context } from './context.ts';
import { callerProject, findSessionIds } from './references.ts';

// What an agent has heard of in its session, which may have begun as a copy of another.

/** Most copies of copies that are followed back. */
const MAX_GENERATIONS = 20;

/** Our id of a session of the caller's project, if anything was stored in it. */
function storedSession(name: string, { db, caller }: Context): string | undefined {
  return findSessionIds(db, name, callerProject(db, caller))[0];
}

/** Lessons and episodes that a listener was told or stored since its context was last cut, by their ids. */
export function heardSince(listener: Listener, context: Context): Set<string> {
  const { db } = context;
  const heard = new Set<string>();
  let { sessionRef } = listener;
  let before = Number.MAX_SAFE_INTEGER;
  for (let generation = 0; generation <= MAX_GENERATIONS; generation++) {
    const one = { ...listener, sessionRef };
    const span = { after: lastTelling(db, one, 'context_cut', before)?.seq ?? 0, before };
    // What the main agent stored its subagents have not heard, nor of which session it is a copy.
    const own = listener.subagent === null ? storedSession(sessionRef, context) : undefined;
    const stored = own === undefined ? [] : lessonsStoredIn(db, own, span);
    for (const id of [...lessonsShownIn(db, one, span), ...episodesToldIn(db, one, span), ...stored]) heard.add(id);
    const fork = listener.subagent === null ? forkOf(db, sessionRef, span) : null;
    if (fork === null) return heard;
    sessionRef = fork.from;
    before = fork.seq;
  }
  return heard;
}

/** Drafts that were found in what an agent did in its session, or in the ones of which it is a copy. */
export function draftsKnown(session: string, context: Context): string[] {
  const { db } = context;
  const drafts: string[] = [];
  let [name, before] = [session, Number.MAX_SAFE_INTEGER];
  for (let generation = 0; generation <= MAX_GENERATIONS; generation++) {
    const own = storedSession(name, context);
    if (own !== undefined) drafts.push(...draftsFoundIn(db, own));
    const fork = forkOf(db, name, { after: 0, before });
    if (fork === null) return drafts;
    name = fork.from;
    before = fork.seq;
  }
  return drafts;
}
