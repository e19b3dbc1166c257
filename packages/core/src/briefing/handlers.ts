import { randomBytes } from 'node:crypto';
import { AppError, type Caller, type OutputOf, type ParsedInputOf, type Reflection } from '@twicewise/contract';
import { asksNothing, namesNothing, statementKey } from '@twicewise/search';
import {
  type AgentAnswerFilter,
  countOutcomes,
  type Fitting,
  findAgentAnswers,
  findExposures,
  fittingLessons,
  getSession,
  hasAgentCall,
  newestReflections,
  type ReadableDb,
  readSettings,
  recentReflections,
  toldTextOf,
  verdictsOn,
} from '@twicewise/store';
import { loadTokenCounter } from '../agent-text/tokens.ts';
import { withinTokens } from '../agent-text/within-tokens.ts';
import { ASKED, ASKS_NOTHING, askedForDay, type Wording } from '../agent-text/wording.ts';
import { failedDecisions } from '../causes/answers/dead-ends.ts';
import { CAUSES } from '../causes/causal-index.ts';
import { outlookOf } from '../causes/outlook.ts';
import { noSuchLesson, requireReflection } from '../lessons/handlers.ts';
import {
  NOTHING_RANKED,
  queryWords,
  relevantTo,
  type SimilarFound,
  searchLessons,
  similarLessons,
} from '../lessons/search.ts';
import { adviceOf, knownWords, matchingPatterns } from '../patterns/answers.ts';
import { PATTERNS } from '../patterns/pattern-index.ts';
import { readerOf } from '../patterns/view.ts';
import { read, task } from '../runtime/define-handler.ts';
import {
  addExposureIds,
  toBriefedLessons,
  toStoredTask,
  toUnrankedLessons,
} from '../runtime/exposures/exposure-recorder.ts';
import { recordAnswer, toShownLessons } from '../runtime/exposures/record-answer.ts';
import { contextOf, type HandlersOf, type TaskContext } from '../runtime/handler.ts';
import { requireProject, requireSession } from '../runtime/references.ts';
import { meantProject, projectScope, projectsSeen, recentScope } from '../runtime/scope.ts';
import { isHeldBack } from '../runtime/told-states.ts';
import { type SessionsAsked, sessionsAsked } from '../sessions/episodes/sessions-asked.ts';
import { ASKED_WAIT_MS } from '../vectors/index.ts';
import type { BriefPattern } from './asides.ts';
import { composeBrief } from './brief.ts';
import { leftPairs } from './contradictions.ts';
import { formatForPrompt } from './format-for-prompt.ts';
import { type MaybeHit, maybeLine } from './maybe.ts';
import { searchMemory } from './search-memory.ts';
import { sessionsBeside } from './sessions-beside.ts';
import { SUMMARY_TOP, SUMMARY_WINDOW, summarise } from './summary.ts';

/** Maximum number of lessons considered for a brief: more than fit into any budget. */
const MAX_BRIEFED = 100;
/** Maximum number of failed decisions considered. */
const MAX_DEAD_ENDS = 10;
/** Maximum number of patterns considered. */
const MAX_PATTERNS = 10;

/** Failed decisions related to the task that a brief may show. */
async function deadEndsOf(question: string, projectId: string | undefined, context: TaskContext) {
  const index = await context.services.index(CAUSES);
  return failedDecisions(question, MAX_DEAD_ENDS, { index, outlook: outlookOf({ projectId }, contextOf(context)) });
}

/** Patterns that a brief may show: those that somebody asserts, or whose known cases are clear. */
async function patternsOf(
  question: string,
  projectId: string | undefined,
  context: TaskContext,
): Promise<BriefPattern[]> {
  const index = await context.services.indexSoon(PATTERNS);
  if (!index) return [];
  const within = contextOf(context);
  const { db } = within;
  const projects = projectsSeen({ projectId }, within);
  const asked = { index, projects, db, read: readerOf(db), isHeldBack: isHeldBack(db) };
  return matchingPatterns(question, MAX_PATTERNS, asked)
    .map((found) => ({ ...found, advice: adviceOf(found), known: knownWords(found) }))
    .flatMap(({ advice, ...found }) => (advice === 'tried' ? [] : [{ ...found, fails: advice === 'avoid' }]));
}

/** Maximum number of possibly related lessons, shown when none is relevant. */
const MAX_MAYBE = 3;
/** Maximum number of sessions searched for a brief. Some of them have no episode. */
const MAX_SESSIONS_FOUND = 6;

/** The wording for an empty result depends on what was searched for. */
function wordingOf(isBlank: boolean, day: SessionsAsked['day']): Wording {
  if (isBlank) return { ...ASKED, nothing: ASKS_NOTHING };
  return day ? askedForDay(day.date, day.sessions.length) : ASKED;
}

async function brief(input: ParsedInputOf<'memory.brief'>, context: TaskContext): Promise<OutputOf<'memory.brief'>> {
  const { task: question, projectId, budget, dryRun, trigger } = input;
  const countTokens = await loadTokenCounter();
  // The session only says who asks. The search covers other sessions too, because those are what the agent cannot know.
  const caller = { ...context.caller, session: input.sessionId ?? context.caller.session };
  const asker = { ...context, caller };
  // When the task asks nothing, no result could be called relevant.
  const isBlank = asksNothing(question);
  // Words about the work at hand occur in every session, so sharing only such a word is not worth showing.
  const maybe = namesNothing(question) ? 0 : MAX_MAYBE;
  const [found, deadEnds, patterns, { episodes, day }] = isBlank
    ? [NOTHING_RANKED, [], [], { episodes: [], day: null }]
    : await Promise.all([
        relevantTo(question, { projectId }, { limit: MAX_BRIEFED, maybe, waitMs: ASKED_WAIT_MS }, asker),
        deadEndsOf(question, projectId, context),
        patternsOf(question, projectId, context),
        // These words occur in all sessions, but a lesson may be about exactly them.
        sessionsAsked(question, { projectId, limit: MAX_SESSIONS_FOUND }, asker),
      ]);
  const now = context.services.now();
  const nonce = randomBytes(9).toString('base64url');
  const isLeft = leftPairs(context.services.db());
  const told = { hits: found.hits, maybe: found.maybe, deadEnds, patterns, sessions: { question, episodes }, isLeft };
  const made = composeBrief({ ...told, wording: wordingOf(isBlank, day), budget, nonce, now, countTokens });
  const { text, tokens } = made;
  const omitted = { ...made.omitted, overBudget: made.omitted.overBudget + found.tooLong.length };
  const asked = {
    ...meantProject(projectId, contextOf(context)),
    operation: 'memory.brief',
    task: toStoredTask(question, context.services.redactText),
    lessons: toBriefedLessons(made, found.hits),
    episodeIds: made.sessions.map(({ episodeId }) => episodeId),
    tokens,
    trigger,
  };
  const exposureIds = dryRun ? null : context.services.exposureRecorder(caller, context)(asked);
  const lessons = addExposureIds(made, exposureIds);
  const { deadEnds: failed, patterns: known, sessions } = made;
  const shown = { lessons, deadEnds: failed, patterns: known, sessions, maybe: made.maybe, omitted };
  return { text, tokens, budget, ...shown, rankers: found.rankers, logged: exposureIds !== null };
}

/** The lessons that `reflection.format` renders. */
async function lessonsToFormat(
  input: ParsedInputOf<'reflection.format'>,
  context: TaskContext,
): Promise<Pick<Fitting, 'lessons' | 'tooLong'>> {
  const { ids, taskDescription, projectId, sessionId, limit, maxBytes } = input;
  const within = contextOf(context);
  if (ids) {
    const fitting = fittingLessons(within.db, ids, maxBytes);
    if (fitting.missing[0] !== undefined) throw noSuchLesson(fitting.missing[0]);
    return fitting;
  }
  if (taskDescription !== undefined) {
    const { hits, tooLong } = await relevantTo(taskDescription, { projectId, sessionId }, { limit, maxBytes }, context);
    return { lessons: hits.map(({ reflection }) => reflection), tooLong };
  }
  const scope = recentScope({ projectId, sessionId }, within);
  const settings = readSettings(within.db);
  const window = 'sessionIds' in scope ? settings['window.session'] : settings['window.project'];
  return fittingLessons(within.db, recentReflections(within.db, scope, window, limit), maxBytes);
}

/** Possibly related lessons, one line each. */
async function inLines(hits: readonly MaybeHit[]): Promise<NonNullable<OutputOf<'reflection.search'>['maybe']>> {
  if (hits.length === 0) return [];
  const countTokens = await loadTokenCounter();
  return hits.map(({ reflection, relevance }) => {
    return { reflectionId: reflection.id, relevance: relevance ?? 0, line: maybeLine(reflection, countTokens) };
  });
}

/** The search hits that fit into an answer of `max` tokens, beside the other lines. */
async function fittingHits(
  { hits, tooLong }: Pick<SimilarFound, 'hits' | 'tooLong'>,
  maxTokens: number | undefined,
  beside: readonly { line: string }[],
) {
  const lessons = hits.map(({ reflection }) => reflection);
  const lines = beside.map(({ line }) => line);
  const within = await withinTokens(lessons, maxTokens, lines);
  const tokensOf = new Map(within.told.map(({ lesson, tokens }) => [lesson.id, tokens]));
  const fitting = hits.flatMap((hit) => {
    const tokens = tokensOf.get(hit.reflection.id);
    return tokens === undefined ? [] : [{ ...hit, tokens }];
  });
  return { hits: fitting, tooLong: [...tooLong, ...within.tooLong] };
}

/** The filter of the answers that are asked for. */
function answersMeant(
  db: ReadableDb,
  { projectId, sessionId, empty }: ParsedInputOf<'exposure.recent'>,
  caller: Caller,
): AgentAnswerFilter {
  const project = projectId === undefined ? null : requireProject(db, projectId);
  if (sessionId === undefined) return { projectId: project, empty };
  const session = getSession(db, requireSession(db, sessionId, project, caller));
  if (!session) throw new Error('a session that was found is gone');
  // An agent may have used our id or its own name for the session. Other projects may use the same name.
  const sessionRefs = [session.id, ...(session.nativeId === null ? [] : [session.nativeId])];
  return { projectId: session.projectId, sessionRefs, empty };
}

/** Handlers of search, brief and exposures. */
export const retrievalHandlers: HandlersOf<
  | 'reflection.search'
  | 'reflection.similar'
  | 'memory.search'
  | 'reflection.summary'
  | 'reflection.format'
  | 'memory.brief'
  | 'exposure.list'
  | 'exposure.recent'
  | 'exposure.text'
> = {
  'reflection.search': task(async (input, context) => {
    const [{ maybe: mayBeMeant, ...found }, sessions] = await Promise.all([
      searchLessons(input, context, context.caller.author.kind === 'agent' ? ASKED_WAIT_MS : undefined),
      sessionsBeside(input, context),
    ]);
    const maybe = await inLines(mayBeMeant);
    const { hits, tooLong } = await fittingHits(found, input.maxTokens, [...sessions, ...maybe]);
    const question = queryWords(input);
    const told = { lessons: toShownLessons(hits), episodeIds: sessions.map(({ episodeId }) => episodeId) };
    recordAnswer(context, { operation: 'reflection.search', question, ...input, ...told });
    return {
      ...found,
      hits: hits.map(({ tokens: _tokens, ...hit }) => hit),
      tooLong,
      ...(input.sessions === undefined ? {} : { sessions }),
      ...(input.maybe === undefined ? {} : { maybe }),
    };
  }),
  'reflection.similar': task(async ({ id, ...rest }, context) => {
    const {
      maybe: _maybe,
      late: _late,
      ...found
    } = await similarLessons(requireReflection(context.services.db(), id), rest, context);
    recordAnswer(context, { operation: 'reflection.similar', lessons: toShownLessons(found.hits) });
    return found;
  }),
  'memory.search': task(async (input, context) => {
    const found = await searchMemory(input, context);
    const lessons = toShownLessons(found.hits.filter((hit) => hit.kind === 'reflection'));
    recordAnswer(context, { operation: 'memory.search', question: input.text, ...input, lessons });
    return found;
  }),
  'reflection.summary': read((place, context) => {
    const scope = projectScope(place, context);
    const newest = (outcomes: Reflection['outcome'][] | undefined, count: number) =>
      newestReflections(context.db, scope, outcomes, count);
    const recent = newest(undefined, SUMMARY_TOP);
    const shown = { operation: 'reflection.summary', task: null, lessons: toUnrankedLessons(recent) } as const;
    context.recordExposures({ ...meantProject(place.projectId, context), ...shown });
    const rows = {
      counts: countOutcomes(context.db, scope),
      failed: newest(['failure', 'partial'], SUMMARY_WINDOW),
      worked: newest(['success', 'partial'], SUMMARY_WINDOW),
      recent,
    };
    return summarise(rows, { normalise: statementKey });
  }),
  'reflection.format': task(async (input, context) => {
    const { lessons, tooLong } = await lessonsToFormat(input, context);
    const { taskDescription: question, projectId } = input;
    recordAnswer(context, { operation: 'reflection.format', question, projectId, lessons: toUnrankedLessons(lessons) });
    return { prompt: formatForPrompt(lessons), ids: lessons.map(({ id }) => id), tooLong };
  }),
  'memory.brief': task(brief),
  'exposure.recent': task(async (input, { services, caller }) => {
    const db = services.db();
    const filter = answersMeant(db, input, caller);
    const page = findAgentAnswers(db, filter, input.limit, input.cursor);
    return { ...page, total: input.withTotal ? await services.secondThread.countAnswers(filter) : null };
  }),
  'exposure.text': read(({ seq }, { db }) => {
    if (!hasAgentCall(db, seq)) {
      throw new AppError({
        code: 'not_found',
        message: `There is no answer with the number ${seq}.`,
        hint: 'Take the number from the list of what agents were shown, where it is called seq (exposure.recent).',
      });
    }
    return { seq, ...toldTextOf(db, seq) };
  }),
  'exposure.list': read(({ reflectionId, limit, cursor }, { db }) => {
    const { id } = requireReflection(db, reflectionId);
    const page = findExposures(db, id, limit, cursor);
    return { ...page, verdicts: verdictsOn(db, id) };
  }),
};
