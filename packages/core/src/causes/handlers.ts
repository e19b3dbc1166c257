import {
  AppError,
  type CausalClaim,
  type CausalEdge,
  type Episode,
  isId,
  MAX_ANSWER_BYTES,
  type OperationName,
  type OutputOf,
  type ParsedInputOf,
} from '@twicewise/contract';
import { createRedactor } from '@twicewise/redaction';
import { namesNothing } from '@twicewise/search';
import { getEpisode } from '@twicewise/store';
import { type CountTokens, loadTokenCounter } from '../agent-text/tokens.ts';
import { noneOfDay } from '../agent-text/wording.ts';
import { present } from '../lessons/lesson-filter.ts';
import { searchLessons } from '../lessons/search.ts';
import { PATTERNS } from '../patterns/pattern-index.ts';
import { requireClaim, retractClaim } from '../runtime/claims.ts';
import type { WriteContext } from '../runtime/context.ts';
import { task, write } from '../runtime/define-handler.ts';
import { recordAnswer, toShownLessons } from '../runtime/exposures/record-answer.ts';
import { contextOf, type HandlersOf, type TaskContext } from '../runtime/handler.ts';
import { callerProject, requireProject } from '../runtime/references.ts';
import type { SearchPlace } from '../runtime/scope.ts';
import { meantEpisode } from '../sessions/episodes/meant.ts';
import { findEpisodes } from '../sessions/episodes/relevant.ts';
import { type SessionsAsked, sessionsAsked } from '../sessions/episodes/sessions-asked.ts';
import { deadEnds } from './answers/dead-ends.ts';
import { similarDecisions, whatIf } from './answers/decisions.ts';
import { edgeDetails, nodeDetails, saidOfEpisode } from './answers/details.ts';
import { digestOf, digestOfDay } from './answers/digest.ts';
import { explainPath, explainWhy } from './answers/explain.ts';
import { drawGraph, listNodes } from './answers/graph.ts';
import type { EpisodeLookup } from './answers/in-order.ts';
import { nodesBySession, overview } from './answers/overview.ts';
import type { VisibleGraph } from './answers/resolve.ts';
import { CAUSES } from './causal-index.ts';
import { cleanTexts, composeGraph } from './graph-file/compose.ts';
import { graphSources } from './graph-file/own-parts.ts';
import { edgeIdOf, nodeIdOf } from './identity.ts';
import { outlookOf } from './outlook.ts';
import { toEdge } from './view.ts';
import { resolveEnd, storeClaim } from './write-claim.ts';

type Where = Pick<SearchPlace, 'projectId' | 'everywhere'>;

/** The graph with everything committed so far, as the caller sees it. */
async function ask(place: Where, context: TaskContext): Promise<VisibleGraph> {
  const index = await context.services.index(CAUSES);
  return { index, outlook: outlookOf(place, contextOf(context)) };
}

/** Returns an answer in words, and records the question with the size of the answer. */
async function answerInWords<T extends { tokens: number }>(
  operation: OperationName,
  question: string,
  place: Where,
  context: TaskContext,
  answer: (asked: VisibleGraph, count: CountTokens) => T | Promise<T>,
): Promise<T> {
  const [asked, count] = await Promise.all([ask(place, context), loadTokenCounter()]);
  const made = await answer(asked, count);
  recordAnswer(context, { operation, question, projectId: place.projectId, lessons: [], tokens: made.tokens });
  return made;
}

/** Returns a function that reads episodes, except those in the bin. */
function readerFor({ services }: TaskContext): EpisodeLookup {
  return (id) => {
    const episode = getEpisode(services.db(), id);
    return episode?.deletedAt === null ? episode : null;
  };
}

async function assertClaim(
  input: ParsedInputOf<'causal.assert'>,
  context: TaskContext,
): Promise<OutputOf<'causal.assert'>> {
  const { caller, services, once } = context;
  const seen = await ask({ projectId: input.projectId }, context);
  const ends = [resolveEnd(input.from, seen), resolveEnd(input.to, seen)] as const;
  const write = (writing: WriteContext) => storeClaim(writing, input, ends, seen);
  const { id, ...stored } = await services.write('causal.assert', caller, write, once);
  const claim = requireClaim(services.db(), id);
  return { claim, edge: await edgeOfClaim(claim, context), ...stored };
}

/** The current state of a claim's edge, seen from the claim's project; null when the claim was retracted since. */
async function edgeOfClaim(claim: CausalClaim, context: TaskContext): Promise<CausalEdge | null> {
  const { index, outlook } = await ask({ projectId: claim.projectId }, context);
  if (claim.relation === 'calls_for') return null;
  const ends = [nodeIdOf(claim.fromKind, claim.fromText), nodeIdOf(claim.toKind, claim.toText)] as const;
  const edge = index.graph.edges.get(edgeIdOf(...ends, claim.relation));
  return edge ? toEdge(edge, outlook) : null;
}

/** Maximum number of sessions searched for what failed. */
const MAX_SESSIONS_SEARCHED = 10;

const sessionsAbout = async (words: string, { projectId, everywhere }: Where, context: TaskContext) =>
  namesNothing(words) ? [] : findEpisodes(words, { projectId, everywhere, limit: MAX_SESSIONS_SEARCHED }, context);

async function findDeadEnds(
  input: ParsedInputOf<'causal.deadEnds'>,
  context: TaskContext,
): Promise<OutputOf<'causal.deadEnds'>> {
  const { task: question, projectId, everywhere, limit } = input;
  const rules = {
    explain: false,
    prefix: false,
    deleted: 'exclude' as const,
    outcome: ['failure' as const, 'partial' as const],
  };
  const search = { ...rules, taskDescription: question, projectId, everywhere, limit, maxBytes: MAX_ANSWER_BYTES };
  const [{ hits }, sessions, asked, count] = await Promise.all([
    searchLessons(search, context),
    sessionsAbout(question, input, context),
    ask(input, context),
    loadTokenCounter(),
  ]);
  const answer = deadEnds(input, { lessons: hits, sessions }, asked, count);
  const named = new Set(answer.items.map(({ lessonId }) => lessonId));
  const lessons = toShownLessons(hits.filter(({ reflection }) => named.has(reflection.id)));
  recordAnswer(context, { operation: 'causal.deadEnds', question, projectId, lessons, tokens: answer.tokens });
  return answer;
}

/** Exports the graph of one project. A file of several projects would mix up the episode names of different repositories. */
async function exportGraph(reference: string | undefined, context: TaskContext): Promise<OutputOf<'causal.export'>> {
  const { services, caller } = context;
  const [causes, patterns] = await Promise.all([services.index(CAUSES), services.index(PATTERNS)]);
  const db = services.db();
  const projectId = reference === undefined ? callerProject(db, caller) : requireProject(db, reference);
  if (projectId === null) {
    throw new AppError({
      code: 'invalid_input',
      message: 'Which project is meant? A causal graph is that of one project.',
      hint: 'Name it with projectId (project.list shows those there are).',
    });
  }
  const redactor = createRedactor({ homePaths: true, emails: true });
  const cleaned = await cleanTexts({ graph: causes.graph, projectId }, redactor);
  // The memory may have been reopened meanwhile.
  const sources = graphSources({ db: services.db(), graph: causes.graph, patterns, projectId });
  return composeGraph(sources, redactor, cleaned);
}

/** Maximum number of sessions returned for words. */
const MAX_NEAR = 4;

/** The message repeats only a day, not the question: that may contain other people's words, and an error is not fenced. */
function noSession(day: SessionsAsked['day']): AppError {
  return new AppError({
    code: 'not_found',
    message: day ? noneOfDay(day.date) : 'No session is called so, and none is about anything like it.',
    hint: 'Ask in other words, or by the name, number or id of a session.',
  });
}

/** The episode of the session with this name, or null. */
function episodeCalled(name: string, projectId: string | undefined, context: TaskContext): Episode | null {
  const named = isId('episode', name) ? { id: name } : { sessionId: name, ...present({ projectId }) };
  try {
    return meantEpisode(named, contextOf(context));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The digest of the named session, else of the requested day, else of the session nearest to the words. Throws `not_found`. */
async function digestFor(
  named: ParsedInputOf<'episode.digest'>,
  context: TaskContext,
): Promise<OutputOf<'episode.digest'>> {
  const count = await loadTokenCounter();
  if (!('about' in named)) return digestOf(meantEpisode(named, contextOf(context)), count);
  const { about, projectId } = named;
  const called = episodeCalled(about, projectId, context);
  if (called) return digestOf(called, count);
  const { episodes, day } = await sessionsAsked(about, { projectId, limit: MAX_NEAR }, context);
  const [episode, ...near] = episodes;
  if (!episode) throw noSession(day);
  return day && near.length > 0 ? digestOfDay(day, count) : digestOf(episode, count, day ? null : near);
}

async function digest(
  named: ParsedInputOf<'episode.digest'>,
  context: TaskContext,
): Promise<OutputOf<'episode.digest'>> {
  const answer = await digestFor(named, context);
  recordAnswer(context, { operation: 'episode.digest', question: answer.id, lessons: [], tokens: answer.tokens });
  return answer;
}

export const causalHandlers: HandlersOf<
  | 'causal.graph'
  | 'causal.nodes'
  | 'causal.overview'
  | 'causal.bySession'
  | 'causal.ofEpisode'
  | 'causal.node'
  | 'causal.edge'
  | 'causal.assert'
  | 'causal.retract'
  | 'causal.path'
  | 'causal.why'
  | 'causal.whatIf'
  | 'causal.similarDecisions'
  | 'causal.deadEnds'
  | 'causal.export'
  | 'episode.digest'
> = {
  'causal.graph': task(async (input, context) => drawGraph(input, await ask(input, context))),
  'causal.nodes': task(async (input, context) => listNodes(input, await ask(input, context))),
  'causal.overview': task(async (input, context) => overview(input, await ask(input, context))),
  'causal.bySession': task(async (input, context) =>
    nodesBySession(input, await ask(input, context), context.services.db()),
  ),
  'causal.ofEpisode': task(async (input, context) => saidOfEpisode(input.id, await ask(input, context))),
  'causal.node': task(async (input, context) =>
    nodeDetails(input.id, await ask(input, context), context.services.db()),
  ),
  'causal.edge': task(async (input, context) => edgeDetails(input.id, await ask(input, context))),
  'causal.assert': task(assertClaim),
  'causal.retract': write(({ id }, context) => retractClaim(context, id)),
  'causal.path': task((input, context) =>
    answerInWords('causal.path', `${input.from} → ${input.to}`, input, context, (asked, count) =>
      explainPath(input, asked, count, readerFor(context)),
    ),
  ),
  'causal.why': task((input, context) =>
    answerInWords('causal.why', input.of, input, context, (asked, count) =>
      explainWhy(input, asked, count, {
        read: readerFor(context),
        find: (words) => sessionsAbout(words, input, context),
      }),
    ),
  ),
  'causal.whatIf': task((input, context) =>
    answerInWords('causal.whatIf', input.alternative, input, context, (asked, count) => whatIf(input, asked, count)),
  ),
  'causal.similarDecisions': task((input, context) =>
    answerInWords('causal.similarDecisions', input.context, input, context, (asked, count) =>
      similarDecisions(input, asked, count),
    ),
  ),
  'causal.deadEnds': task(findDeadEnds),
  'causal.export': task(async ({ projectId }, context) => exportGraph(projectId, context)),
  'episode.digest': task(digest),
};
