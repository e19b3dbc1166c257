import { type AttemptSummary, excerpt, MAX_ANALYSED, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import {
  type AttemptFilter,
  attemptSeqs,
  findAttempts,
  type ListedAttempt,
  measureAttempts,
  nextAttempt,
  type ReadableDb,
  readSettings,
  toldBefore,
} from '@twicewise/store';
import { loadTokenCounter } from '../agent-text/tokens.ts';
import { fieldsInBin, fieldsOutOfBin } from '../runtime/binning.ts';
import type { WriteContext } from '../runtime/context.ts';
import { read, task, write } from '../runtime/define-handler.ts';
import { recordAnswer } from '../runtime/exposures/record-answer.ts';
import { contextOf, type HandlersOf, type TaskContext } from '../runtime/handler.ts';
import { refuseWordsOfPerson } from '../runtime/person-only.ts';
import { findProjectIds, findSessionIds } from '../runtime/references.ts';
import { withText } from '../runtime/text-filter.ts';
import { analyseAttempts } from './analyse.ts';
import { contextOfAttempts } from './attempt-context.ts';
import { exportAttempt } from './export-attempt.ts';
import { hasImproved } from './improvement.ts';
import { flagsOf } from './quality.ts';
import { recordAttempt, requireAttempt } from './record-attempt.ts';
import { type RewardWeights, rewardOf, withReward } from './reward.ts';
import { taskMeant } from './together.ts';
import { windowOf } from './window.ts';

/** Changes fields of one attempt as one operation and returns the changed attempt. */
function change(
  context: WriteContext,
  id: string,
  { name, verb }: { name: string; verb: string },
  fields: Record<string, unknown>,
): OutputOf<'attempt.delete'> {
  const { task, sessionId, projectId } = requireAttempt(context.db, id);
  context.record.update('attempt', id, fields);
  const summary = `${verb} attempt: ${excerpt(task, 120)}`;
  const operationId = context.record.finish({ name, summary, sessionId, projectId });
  return { attempt: requireAttempt(context.db, id), operationId };
}

type Asked = ParsedInputOf<'attempt.analysis'> & Partial<ParsedInputOf<'attempt.list'>>;

/** The filter of a list or an analysis; null when nothing can match. */
function filterOf(input: Asked, db: ReadableDb): AttemptFilter | null {
  const { projectId, sessionId, ids, lessonId, outcome, deleted = 'exclude' } = input;
  const identity = taskMeant(input);
  if (identity === null) return null;
  return {
    deleted,
    ...(projectId === undefined ? {} : { projectIds: findProjectIds(db, projectId) }),
    ...(sessionId === undefined ? {} : { sessionIds: findSessionIds(db, sessionId) }),
    ...(ids === undefined ? {} : { ids }),
    ...(identity === undefined ? {} : { taskIdentity: identity }),
    ...(lessonId === undefined ? {} : { lessonId }),
    ...(outcome === undefined ? {} : { outcomes: [outcome].flat() }),
  };
}

function listed(item: ListedAttempt, weights: RewardWeights): AttemptSummary {
  const { scoredChecks, ...summary } = item;
  const { value, source } = rewardOf(item.reward, scoredChecks, weights);
  return { ...summary, reward: value, rewardSource: source };
}

/** Implements `attempt.list`. With a text filter, attempts are read in their order until the page is full. */
async function listAttempts(
  { text, order, limit, cursor, ...input }: ParsedInputOf<'attempt.list'>,
  { services }: TaskContext,
): Promise<OutputOf<'attempt.list'>> {
  const filter = filterOf(input, services.db());
  if (!filter) return { items: [], nextCursor: null };
  const candidates = () => attemptSeqs(services.db(), filter, order, cursor);
  // One more than the page holds tells that there is a next page.
  const kept = await withText(services, text, candidates, 'attempts', limit + 1);
  const db = services.db();
  const found = findAttempts(db, kept ? { ...filter, seqs: [...kept] } : filter, order, limit, cursor);
  const weights = readSettings(db);
  return { ...found, items: found.items.map((item) => listed(item, weights)) };
}

/** Whether the next attempt at the same task was better; null where there is none, or it cannot be compared. */
function nextImproved(db: ReadableDb, id: string, weights: RewardWeights): boolean | null {
  const next = nextAttempt(db, id);
  if (next === null) return null;
  const { measures } = measureAttempts(db, { deleted: 'exclude', ids: [id, next] }, 2);
  const [now, after] = [id, next].map((one) => measures.find((measured) => measured.id === one));
  return now && after ? hasImproved(withReward(now, weights), withReward(after, weights)) : null;
}

/** One attempt, with what is derived from it. */
function answerAttempt(db: ReadableDb, id: string): OutputOf<'attempt.get'> {
  const attempt = requireAttempt(db, id);
  const { reward, checks } = attempt.content;
  const weights = readSettings(db);
  const flags = flagsOf(attempt.outcome, attempt.content.reflection, nextImproved(db, id, weights));
  return { attempt, told: toldBefore(db, id), reward: rewardOf(reward, checks, weights), flags };
}

/** Handles `attempt.context`, and records the answer for an agent. */
async function tellTried(
  input: ParsedInputOf<'attempt.context'>,
  context: TaskContext,
): Promise<OutputOf<'attempt.context'>> {
  const answer = contextOfAttempts(input, contextOf(context), await loadTokenCounter());
  const { goal, tokens } = answer;
  const asked = { operation: 'attempt.context' as const, projectId: input.projectId, lessons: [], tokens };
  recordAnswer(context, { ...asked, question: input.goal ?? input.task ?? goal?.text ?? '' });
  return answer;
}

export const attemptHandlers: HandlersOf<
  | 'attempt.record'
  | 'attempt.get'
  | 'attempt.list'
  | 'attempt.analysis'
  | 'attempt.export'
  | 'attempt.window'
  | 'attempt.context'
  | 'attempt.delete'
  | 'attempt.restore'
> = {
  'attempt.record': write((input, context) => recordAttempt(context, input)),
  'attempt.get': read(({ id }, { db }) => answerAttempt(db, id)),
  'attempt.list': task(listAttempts),
  'attempt.analysis': read((input, { db }) => {
    const filter = filterOf(input, db);
    const found = filter ? measureAttempts(db, filter, MAX_ANALYSED) : { total: 0, measures: [] };
    return { analysis: analyseAttempts(found.measures, found.total, readSettings(db)) };
  }),
  'attempt.export': read(({ id }, { db }) => exportAttempt(db, requireAttempt(db, id))),
  'attempt.window': task(async (input, context) => windowOf(input, contextOf(context), await loadTokenCounter())),
  'attempt.context': task(tellTried),
  'attempt.delete': write(({ id }, context) => {
    const attempt = requireAttempt(context.db, id);
    refuseWordsOfPerson(context.caller, 'attempt', attempt);
    return change(context, id, { name: 'attempt.delete', verb: 'Deleted' }, fieldsInBin(attempt, context.at));
  }),
  'attempt.restore': write(({ id }, context) =>
    change(context, id, { name: 'attempt.restore', verb: 'Restored' }, fieldsOutOfBin(context.db, 'attempt', id)),
  ),
};
