import type { MemoryHit, OutputOf, ParsedInputOf } from '@twicewise/contract';
import type { SearchOptions, SearchResult } from '@twicewise/search';
import { getSession, type ReadableDb } from '@twicewise/store';
import { present } from '../lessons/lesson-filter.ts';
import { LESSONS } from '../lessons/lesson-index.ts';
import { toLessons } from '../lessons/search.ts';
import { contextOf, type TaskContext } from '../runtime/handler.ts';
import { projectScope } from '../runtime/scope.ts';
import { seenStates } from '../runtime/told-states.ts';
import { SESSIONS } from '../sessions/session-index.ts';

function sessionHits(db: ReadableDb, sessions: SearchResult | null): MemoryHit[] {
  return (sessions?.hits ?? []).flatMap(({ id, score, relevance }) => {
    const session = getSession(db, id);
    return session
      ? [{ kind: 'session' as const, session, rank: 0, score, relevance, rankers: ['lexical' as const] }]
      : [];
  });
}

/**
 * Implements `memory.search`: each kind is ranked separately, then all are ordered by relevance, which is comparable between
 * rankings.
 */
export async function searchMemory(
  input: ParsedInputOf<'memory.search'>,
  task: TaskContext,
): Promise<OutputOf<'memory.search'>> {
  const { kinds = ['reflection', 'session'], text, limit, explain, prefix, minRelevance, maxBytes } = input;
  const [lessonIndex, sessionIndex] = await Promise.all([task.services.index(LESSONS), task.services.index(SESSIONS)]);
  const context = contextOf(task);
  const accept = { ...projectScope(input, context), states: seenStates(context) };
  const options: SearchOptions = { limit, explain, prefix, accept, ...present({ minRelevance }) };
  const lessons = kinds.includes('reflection') ? lessonIndex.search(text, options) : null;
  const sessions = kinds.includes('session') ? sessionIndex.search(text, options) : null;
  const { ranked, tooLong } = toLessons(context.db, lessons?.hits ?? [], maxBytes);
  const found = [
    ...ranked.map((hit) => ({ kind: 'reflection' as const, ...hit })),
    ...sessionHits(context.db, sessions),
  ].sort((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
  const results = [lessons, sessions].filter((result) => result !== null);
  const total = (pick: (result: SearchResult) => number) => results.reduce((sum, result) => sum + pick(result), 0);
  return {
    hits: found.slice(0, limit).map((hit, index) => ({ ...hit, rank: index + 1 })),
    rankers: ['lexical'],
    tooLong,
    omitted: {
      belowThreshold: total(({ omitted }) => omitted.belowThreshold),
      beyondLimit: total(({ omitted }) => omitted.beyondLimit) + Math.max(0, found.length - limit),
    },
    query: {
      terms: (lessons ?? sessions)?.query.terms ?? [],
      cut: results.some(({ query }) => query.cut),
      // A word counts as unknown when it occurs in no kind of record.
      unknown: (results[0]?.query.unknown ?? []).filter((word) =>
        results.every(({ query }) => query.unknown.includes(word)),
      ),
    },
  };
}
