import { type LessonDocument, LessonIndex } from '@twicewise/search';
import { type SessionText, sessionText, sessionTextsAfter } from '@twicewise/store';
import { IN_BIN } from '../lessons/lesson-index.ts';
import type { IndexSource } from '../runtime/indexes.ts';

function sessionDocument(session: SessionText): LessonDocument {
  const { goal, nativeId, branch, agent, isDeleted, episode, ...rest } = session;
  return {
    ...rest,
    sessionId: session.id,
    kind: 'session',
    state: isDeleted ? IN_BIN : 'accepted',
    failureCategory: null,
    agent,
    confidence: null,
    pinned: false,
    standing: null,
    tags: [],
    entityIds: [],
    title: goal ?? episode?.task ?? '',
    body: [nativeId ?? '', branch ?? '', agent ?? '', ...(episode ? [episode.task, ...episode.texts] : [])],
  };
}

/** The index of sessions by goal, names and the text of their episodes (S1-60, S1-61). */
export const SESSIONS: IndexSource<LessonDocument, LessonIndex> = {
  follows: ['session'],
  create: () => new LessonIndex(),
  // An episode has as much text as a hundred lessons, so fewer are read at once.
  after: (db, seq, limit) => sessionTextsAfter(db, seq, Math.ceil(limit / 8)).map(sessionDocument),
  one(db, id) {
    const found = sessionText(db, id);
    return found && sessionDocument(found);
  },
};
