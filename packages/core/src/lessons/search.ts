import {
  type HitReason,
  MAX_ANSWER_BYTES,
  MAX_COUNTED_BEYOND,
  type OutputOf,
  type ParsedInputOf,
  type SearchHit as RankedLesson,
  type Reflection,
} from '@twicewise/contract';
import type { DocumentFilter, Explanation, Nearness, SearchHit, SearchOptions, SearchResult } from '@twicewise/search';
import { findReflectionIds, fittingLessons, type ReadableDb } from '@twicewise/store';
import type { Context } from '../runtime/context.ts';
import { contextOf, type TaskContext } from '../runtime/handler.ts';
import { ownSession, projectScope } from '../runtime/scope.ts';
import { SEARCHED_STATES, seenStates, toldStates } from '../runtime/told-states.ts';
import { type Near, NOT_ASKED } from '../vectors/near.ts';
import { VECTORS } from '../vectors/vectors.ts';
import { comparedFilter, many, present } from './lesson-filter.ts';
import { IN_BIN, LESSONS, sectionsOf } from './lesson-index.ts';

/**
 * Minimum relevance for the first word that a person types. A short or misspelt word scores low, and the person sees what
 * matches.
 */
const FIRST_WORD_RELEVANCE = 0.1;

/**
 * From this relevance by words on, the model is not used, because it takes fifty times as long as the word search. None of 120
 * paraphrases reaches this value; about half of the technical questions in their lesson's words do.
 */
const SURE_RELEVANCE = 0.5;

/** Minimum relevance of a lesson that shares anything with the question. */
const ANY_RELEVANCE = 0.001;

type SearchInput = ParsedInputOf<'reflection.search'>;

/** The answer of a lesson search, with possibly relevant lessons when no hit is certain. */
export type SimilarFound = OutputOf<'reflection.similar'> &
  Pick<OutputOf<'reflection.search'>, 'late'> & { maybe: RankedLesson[] };

/** The answer to a question without words. */
export const NOTHING_RANKED: SimilarFound = {
  hits: [],
  maybe: [],
  rankers: [],
  late: [],
  omitted: { belowThreshold: 0, beyondLimit: 0 },
  tooLong: [],
  query: { terms: [], cut: false, unknown: [] },
};

function both<T>(one: T[] | undefined, other: T[] | undefined): T[] | undefined {
  return one && other ? one.filter((item) => other.includes(item)) : (one ?? other);
}

/** The states that a question covers: those it names, except drafts held back from the caller. */
function statesOf(state: SearchInput['state'], context: Context): Reflection['state'][] {
  const seen = seenStates(context);
  return many(state)?.filter((one) => seen.includes(one) || !SEARCHED_STATES.includes(one)) ?? [...seen];
}

function filterOf(input: SearchInput, context: Context): DocumentFilter {
  return {
    ...comparedFilter(input),
    ...projectScope(input, context),
    states: input.deleted === 'only' ? [IN_BIN] : statesOf(input.state, context),
    ...present({ outcomes: both(many(input.outcome), many(input.outcomeFilter)) }),
  };
}

/** Without words there is nothing to rank, so the newest come first (S0-28). */
function newest(input: SearchInput, context: Context): SimilarFound {
  const { limit, maxBytes } = input;
  const { projectIds, sessionIds } = projectScope(input, context);
  const { outcome, outcomeFilter, state, projectId: _p, sessionId: _s, ...rest } = input;
  const filter = {
    ...rest,
    ...present({ projectIds: projectIds && [...projectIds], sessionIds: sessionIds && [...sessionIds] }),
    ...present({ outcome: both(many(outcome), many(outcomeFilter)) }),
    state: statesOf(state, context),
  };
  const ids = findReflectionIds(context.db, filter, limit + MAX_COUNTED_BEYOND);
  const beyondLimit = Math.max(0, ids.length - limit);
  const { lessons, tooLong } = fittingLessons(context.db, ids.slice(0, limit), maxBytes);
  const hits = lessons.map((reflection, index) => ({
    reflection,
    rank: index + 1,
    score: null,
    relevance: null,
    rankers: [],
  }));
  return { ...NOTHING_RANKED, omitted: { belowThreshold: 0, beyondLimit }, hits, tooLong };
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

/** Loads the lessons of hits, as many as fit into `maxBytes` of answer. */
export function toLessons(db: ReadableDb, hits: readonly SearchHit[], maxBytes: number) {
  const ids = hits.map(({ id }) => id);
  const { lessons, tooLong } = fittingLessons(db, ids, maxBytes);
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const ranked = hits.flatMap((hit, index): RankedLesson[] => {
    const reflection = byId.get(hit.id);
    if (!reflection) return [];
    const { score, relevance, rankers, why } = hit;
    const reason = why ? { why: reasonOf(why, reflection) } : {};
    return [{ reflection, rank: index + 1, score, relevance, rankers, ...reason }];
  });
  return { ranked, tooLong };
}

function toAnswer(db: ReadableDb, found: SearchResult, nearness: Nearness | null, maxBytes: number): SimilarFound {
  const { hits, omitted, query } = found;
  const { ranked, tooLong } = toLessons(db, hits, maxBytes);
  const maybe = toLessons(db, found.maybe, maxBytes).ranked;
  const rankers: SimilarFound['rankers'] = nearness ? ['lexical', 'vector'] : ['lexical'];
  return { hits: ranked, maybe, rankers, late: [], omitted, tooLong, query };
}

/** The words of a search, as one line. */
export function queryWords({ taskDescription = '', taskKeywords = [] }: SearchInput): string {
  return [taskDescription, ...taskKeywords].join(' ').trim();
}

/** Lessons that vectors find near the question, within the scope of the search. */
function nearTo(words: string, input: SearchInput, task: TaskContext, waitMs?: number): Promise<Near> {
  const { projectIds } = projectScope(input, contextOf(task));
  return task.services.part(VECTORS).near(words, projectIds, waitMs);
}

/** Whether the word search alone is certain enough. */
function isSure({ hits }: SearchResult): boolean {
  return hits.some(({ relevance }) => relevance >= SURE_RELEVANCE);
}

/** Implements `reflection.search`; `waitMs` is the maximum wait for the vector of the question, in milliseconds. */
export async function searchLessons(input: SearchInput, task: TaskContext, waitMs?: number): Promise<SimilarFound> {
  const words = queryWords(input);
  if (words === '') {
    await task.services.index(LESSONS);
    return newest(input, contextOf(task));
  }
  const { limit, explain, prefix, maxBytes, maybe = 0 } = input;
  const isFirstWord = prefix && !/\s/.test(words);
  const minRelevance = input.minRelevance ?? (isFirstWord ? FIRST_WORD_RELEVANCE : undefined);
  const search = async (nearness?: Nearness) => {
    const index = await task.services.index(LESSONS);
    const context = contextOf(task);
    const more = present({ minRelevance, sessionId: ownSession(context), nearness });
    return index.search(words, { limit, explain, prefix, maybe, accept: filterOf(input, context), ...more });
  };
  const byWords = await search();
  // The beginning of a word means nothing to a model.
  const isDone = isFirstWord || isSure(byWords);
  const { nearness, isLate } = isDone ? NOT_ASKED : await nearTo(words, input, task, waitMs);
  const found = nearness ? await search(nearness) : byWords;
  return { ...toAnswer(task.services.db(), found, nearness, maxBytes), late: isLate ? ['vector'] : [] };
}

/** Options of {@link relevantTo}. */
interface Wanted {
  limit: number;
  maybe?: number;
  maxBytes?: number;
  /** See {@link searchLessons}. */
  waitMs?: number;
}

/** Searches with the default rules for an agent's question about a task. */
export function relevantTo(
  taskDescription: string | undefined,
  place: Pick<ParsedInputOf<'reflection.search'>, 'projectId' | 'sessionId'>,
  { limit, maybe = 0, maxBytes = MAX_ANSWER_BYTES, waitMs }: Wanted,
  task: TaskContext,
): Promise<SimilarFound> {
  const state = [...toldStates(task.services.db())];
  const rules = { everywhere: false, explain: false, prefix: false, deleted: 'exclude' as const, state };
  return searchLessons({ ...rules, ...place, taskDescription, limit, maybe, maxBytes }, task, waitMs);
}

/** Lessons that share words with any of these texts, however few. The caller decides which are relevant enough. */
export async function mentioning(
  texts: readonly string[],
  place: Pick<ParsedInputOf<'reflection.search'>, 'projectId' | 'sessionId'>,
  limit: number,
  task: TaskContext,
): Promise<RankedLesson[]> {
  const index = await task.services.index(LESSONS);
  const context = contextOf(task);
  const accept = { ...projectScope(place, context), states: toldStates(context.db) };
  const options: SearchOptions = { limit, accept, minRelevance: ANY_RELEVANCE };
  const found = texts.flatMap(
    (text) => toLessons(context.db, index.search(text, options).hits, MAX_ANSWER_BYTES).ranked,
  );
  return [...new Map(found.map((hit) => [hit.reflection.id, hit])).values()];
}

/** Implements `reflection.similar`, for an existing lesson. */
export async function similarLessons(
  lesson: Reflection,
  { limit, explain, everywhere, maxBytes }: Omit<ParsedInputOf<'reflection.similar'>, 'id'>,
  task: TaskContext,
): Promise<SimilarFound> {
  const within = everywhere ? {} : { projectIds: [lesson.projectId] };
  const nearness = await task.services.part(VECTORS).nearLesson(lesson.id, within.projectIds);
  const index = await task.services.index(LESSONS);
  const accept = { states: seenStates(contextOf(task)), ...within };
  const options = { limit, explain, accept, ...present({ nearness: nearness ?? undefined }) };
  return toAnswer(task.services.db(), index.similar(lesson.id, options), nearness, maxBytes);
}
