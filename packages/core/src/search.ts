import type {
  HitReason,
  MemoryHit,
  OutputOf,
  ParsedInputOf,
  SearchHit as RankedLesson,
  Reflection,
} from '@twicewise/contract';
import { findReflections, getReflection, getSession, type ReadableDb } from '@twicewise/store';
import { IN_BIN, sectionsOf } from './catalogue.ts';
import type { Context, TaskContext } from './context.ts';
import { before, many, present } from './lesson-filter.ts';
import type { DocumentFilter, Explanation, SearchHit, SearchOptions, SearchResult } from './retrieval/index.ts';
import { ownSession, projectScope } from './scope.ts';
import type { Nearness } from './vectors/index.ts';

/** States that reach agents, and people who do not ask for others. */
export const SEARCHED_STATES: readonly Reflection['state'][] = ['draft', 'accepted'];

/** Relevance asked of hits for the first word a person types: short or misspelt it says little, and who types sees what is meant. */
const FIRST_WORD_RELEVANCE = 0.1;

type SearchInput = ParsedInputOf<'reflection.search'>;

/** The answer of a search for lessons. */
export type Found = OutputOf<'reflection.search'>;

/** The answer to a question without words. */
export const NOTHING_RANKED: Found = {
  hits: [],
  rankers: [],
  omitted: { belowThreshold: 0, beyondLimit: 0 },
  query: { terms: [], cut: false, unknown: [] },
};

/** The memory as a task sees it. */
export function contextOf({ caller, services }: TaskContext): Context {
  return { db: services.db(), caller, now: services.now };
}

function both<T>(one: T[] | undefined, other: T[] | undefined): T[] | undefined {
  return one && other ? one.filter((item) => other.includes(item)) : (one ?? other);
}

function filterOf(input: SearchInput, context: Context): DocumentFilter {
  const { since, until, deleted } = input;
  return {
    ...projectScope(input, context),
    states: deleted === 'only' ? [IN_BIN] : (many(input.state) ?? SEARCHED_STATES),
    ...present({
      outcomes: both(many(input.outcome), many(input.outcomeFilter)),
      kinds: many(input.kind),
      failureCategories: many(input.failureCategory),
      agents: many(input.agent),
      bands: many(input.confidence),
      sources: many(input.source),
      months: many(input.month),
      tags: input.tags,
      entityId: input.entityId,
      minConfidence: input.minConfidence,
      pinned: input.pinned,
      since: since === undefined ? undefined : new Date(since).toISOString(),
      until: until === undefined ? undefined : before(until),
    }),
  };
}

/** Without words there is nothing to rank: the newest come first (S0-28). */
function newest(input: SearchInput, context: Context): Found {
  const { limit } = input;
  const { projectIds, sessionIds } = projectScope(input, context);
  const { outcome, outcomeFilter, state, projectId: _p, sessionId: _s, ...rest } = input;
  const filter = {
    ...rest,
    ...present({ projectIds: projectIds && [...projectIds], sessionIds: sessionIds && [...sessionIds] }),
    ...present({ outcome: both(many(outcome), many(outcomeFilter)) }),
    state: state ?? [...SEARCHED_STATES],
  };
  const { items } = findReflections(context.db, filter, limit);
  const hits = items.map((reflection, index) => ({
    reflection,
    rank: index + 1,
    score: null,
    relevance: null,
    rankers: [],
  }));
  return { ...NOTHING_RANKED, hits };
}

function reasonOf(why: Explanation, lesson: Reflection): HitReason {
  const sections = sectionsOf(lesson);
  const nameOf = (section: number | null) =>
    section === null ? 'taskDescription' : (sections[section]?.[0] ?? 'text');
  return {
    terms: why.terms.map(({ word, term, via, words, fields, contribution }) => ({
      query: word,
      term,
      match: via,
      words,
      fields: [...new Set(fields.map(({ section }) => nameOf(section)))],
      score: contribution,
    })),
    proximity: why.proximity.reduce((sum, { contribution }) => sum + contribution, 0),
    session: why.session,
    vector: why.vector,
    priors: why.priors,
  };
}

function toLesson(db: ReadableDb, hit: SearchHit, rank: number): RankedLesson[] {
  const reflection = getReflection(db, hit.id);
  if (!reflection) return [];
  const { score, relevance, rankers, why } = hit;
  return [{ reflection, rank, score, relevance, rankers, ...(why ? { why: reasonOf(why, reflection) } : {}) }];
}

function toAnswer(db: ReadableDb, { hits, omitted, query }: SearchResult, nearness: Nearness | null): Found {
  return {
    hits: hits.flatMap((hit, index) => toLesson(db, hit, index + 1)),
    rankers: nearness ? ['lexical', 'vector'] : ['lexical'],
    omitted,
    query,
  };
}

/** What a search looks for, in one line. */
export function wordsOf({ taskDescription = '', taskKeywords = [] }: SearchInput): string {
  return [taskDescription, ...taskKeywords].join(' ').trim();
}

/** What vectors find near to the question, where the search looks. */
function nearTo(words: string, input: SearchInput, task: TaskContext): Promise<Nearness | null> {
  const { projectIds } = projectScope(input, contextOf(task));
  return task.services.vectors.near(words, projectIds);
}

/** Carries out `reflection.search`. */
export async function searchLessons(input: SearchInput, task: TaskContext): Promise<Found> {
  const words = wordsOf(input);
  if (words === '') {
    await task.services.lessons();
    return newest(input, contextOf(task));
  }
  const { limit, explain, prefix } = input;
  const isFirstWord = prefix && !/\s/.test(words);
  // The beginning of a word means nothing to a model.
  const nearness = isFirstWord ? null : await nearTo(words, input, task);
  const index = await task.services.lessons();
  const context = contextOf(task);
  const minRelevance = input.minRelevance ?? (isFirstWord ? FIRST_WORD_RELEVANCE : undefined);
  const sessionId = ownSession(context);
  const more = present({ minRelevance, sessionId, nearness: nearness ?? undefined });
  const options = { limit, explain, prefix, accept: filterOf(input, context), ...more };
  return toAnswer(context.db, index.search(words, options), nearness);
}

/** Searches by the default rules of an agent's question about a task. */
export function relevantTo(
  taskDescription: string | undefined,
  place: Pick<ParsedInputOf<'reflection.search'>, 'projectId' | 'sessionId'>,
  limit: number,
  task: TaskContext,
): Promise<Found> {
  const rules = { everywhere: false, explain: false, prefix: false, deleted: 'exclude' as const };
  return searchLessons({ ...rules, ...place, taskDescription, limit }, task);
}

/** Carries out `reflection.similar`, for a lesson that exists. */
export async function similarLessons(
  lesson: Reflection,
  { limit, explain, everywhere }: Pick<ParsedInputOf<'reflection.similar'>, 'limit' | 'explain' | 'everywhere'>,
  task: TaskContext,
): Promise<Found> {
  const within = everywhere ? {} : { projectIds: [lesson.projectId] };
  const nearness = await task.services.vectors.nearLesson(lesson.id, within.projectIds);
  const index = await task.services.lessons();
  const accept = { states: SEARCHED_STATES, ...within };
  const options = { limit, explain, accept, ...present({ nearness: nearness ?? undefined }) };
  return toAnswer(task.services.db(), index.similar(lesson.id, options), nearness);
}

function toMemoryHits(db: ReadableDb, lessons: SearchResult | null, sessions: SearchResult | null): MemoryHit[] {
  const found: MemoryHit[] = (lessons?.hits ?? []).flatMap((hit) =>
    toLesson(db, hit, 0).map((ranked) => ({ kind: 'reflection' as const, ...ranked })),
  );
  for (const { id, score, relevance } of sessions?.hits ?? []) {
    const session = getSession(db, id);
    if (session) found.push({ kind: 'session', session, rank: 0, score, relevance, rankers: ['lexical'] });
  }
  return found;
}

/**
 * Carries out `memory.search`: each kind is ranked among its own, and relevance, which is comparable between rankings,
 * puts them in one order.
 */
export async function searchMemory(
  input: ParsedInputOf<'memory.search'>,
  task: TaskContext,
): Promise<OutputOf<'memory.search'>> {
  const { kinds = ['reflection', 'session'], text, limit, explain, prefix, minRelevance } = input;
  const [lessonIndex, sessionIndex] = await Promise.all([task.services.lessons(), task.services.sessions()]);
  const context = contextOf(task);
  const accept = { states: SEARCHED_STATES, ...projectScope(input, context) };
  const options: SearchOptions = { limit, explain, prefix, accept, ...present({ minRelevance }) };
  const lessons = kinds.includes('reflection') ? lessonIndex.search(text, options) : null;
  const sessions = kinds.includes('session') ? sessionIndex.search(text, options) : null;
  const found = toMemoryHits(context.db, lessons, sessions).sort((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
  const results = [lessons, sessions].filter((result) => result !== null);
  const total = (pick: (result: SearchResult) => number) => results.reduce((sum, result) => sum + pick(result), 0);
  return {
    hits: found.slice(0, limit).map((hit, index) => ({ ...hit, rank: index + 1 })),
    rankers: ['lexical'],
    omitted: {
      belowThreshold: total(({ omitted }) => omitted.belowThreshold),
      beyondLimit: total(({ omitted }) => omitted.beyondLimit) + Math.max(0, found.length - limit),
    },
    query: {
      terms: (lessons ?? sessions)?.query.terms ?? [],
      cut: results.some(({ query }) => query.cut),
      // A word is unknown when no kind of record has it.
      unknown: (results[0]?.query.unknown ?? []).filter((word) =>
        results.every(({ query }) => query.unknown.includes(word)),
      ),
    },
  };
}
