import { AppError, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { countTurns, findTurns, type ReadableDb, type TurnFilter, turnSeqs } from '@twicewise/store';
import { fieldsInBin, fieldsOutOfBin } from '../runtime/binning.ts';
import type { WriteContext } from '../runtime/context.ts';
import { read, task, write } from '../runtime/define-handler.ts';
import type { HandlersOf, TaskContext } from '../runtime/handler.ts';
import { refuseWordsOfPerson } from '../runtime/person-only.ts';
import { findProjectIds, findSessionIds } from '../runtime/references.ts';
import { withText } from '../runtime/text-filter.ts';
import { previewPrune, pruneTurns } from './prune.ts';
import { recallTurns } from './recall.ts';
import { requireTurn, saveTurn, summariseTurn } from './save-turn.ts';
import { summariesOf } from './summaries.ts';
import { textOfPart } from './whole-text.ts';

/** Changes fields of one turn as one operation and returns the changed turn. */
function change(
  context: WriteContext,
  id: string,
  { name, verb }: { name: string; verb: string },
  fields: Record<string, unknown>,
): OutputOf<'turn.delete'> {
  const { number, sessionId, projectId } = requireTurn(context.db, id);
  context.record.update('turn', id, fields);
  const operationId = context.record.finish({ name, summary: `${verb} turn ${number}`, sessionId, projectId });
  return { turn: requireTurn(context.db, id), operationId };
}

function purgedText(id: string): AppError {
  return new AppError({
    code: 'not_found',
    reason: 'purged',
    message: `The texts of the turn ${id} were pruned and are gone.`,
    hint: 'Its summaries, thoughts, calls and costs are there (turn.get).',
  });
}

/** Implements `turn.text`. A page never ends within a surrogate pair. */
function pageOfText(db: ReadableDb, { id, part, from, length }: ParsedInputOf<'turn.text'>): OutputOf<'turn.text'> {
  const turn = requireTurn(db, id);
  const { content, prunedAt } = turn;
  const text = textOfPart(db, turn, part);
  if (text === null && prunedAt !== null && part < content.parts.length) throw purgedText(id);
  if (text === null) {
    throw new AppError({
      code: 'not_found',
      message: `The turn ${id} has no part ${part}.`,
      hint: `It has ${content.parts.length} parts, counted from 0 (turn.get).`,
    });
  }
  const splitsPair = (at: number) => at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const start = splitsPair(from) ? from + 1 : from;
  const end = Math.min(start + length, text.length);
  const next = splitsPair(end) ? end + 1 : end;
  return { text: text.slice(start, next), length: text.length, next: next < text.length ? next : null };
}

/** Implements `turn.list`. */
async function listTurns(
  { text, order, limit, cursor, deleted, ...input }: ParsedInputOf<'turn.list'>,
  { services }: TaskContext,
): Promise<OutputOf<'turn.list'>> {
  const db = services.db();
  const filter: TurnFilter = {
    deleted,
    ...(input.projectId === undefined ? {} : { projectIds: findProjectIds(db, input.projectId) }),
    ...(input.sessionId === undefined ? {} : { sessionIds: findSessionIds(db, input.sessionId) }),
    ...(input.number === undefined ? {} : { number: input.number }),
  };
  const kept = await withText(services, text, () => turnSeqs(services.db(), filter, order), 'turns');
  const wanted = kept ? { ...filter, seqs: [...kept] } : filter;
  return { ...findTurns(services.db(), wanted, order, limit, cursor), total: countTurns(services.db(), wanted) };
}

export const turnHandlers: HandlersOf<
  | 'turn.save'
  | 'turn.get'
  | 'turn.text'
  | 'turn.list'
  | 'turn.recall'
  | 'turn.summaries'
  | 'turn.summarise'
  | 'turn.delete'
  | 'turn.restore'
  | 'turn.previewPrune'
  | 'turn.prune'
> = {
  'turn.save': task(saveTurn),
  'turn.get': read(({ id }, { db }) => ({ turn: requireTurn(db, id) })),
  'turn.text': read((input, { db }) => pageOfText(db, input)),
  'turn.list': task(listTurns),
  'turn.recall': task(recallTurns),
  'turn.summaries': task(summariesOf),
  'turn.summarise': task(summariseTurn),
  'turn.delete': write(({ id }, context) => {
    const turn = requireTurn(context.db, id);
    refuseWordsOfPerson(context.caller, 'turn', turn);
    return change(context, id, { name: 'turn.delete', verb: 'Deleted' }, fieldsInBin(turn, context.at));
  }),
  'turn.restore': write(({ id }, context) =>
    change(context, id, { name: 'turn.restore', verb: 'Restored' }, fieldsOutOfBin(context.db, 'turn', id)),
  ),
  'turn.previewPrune': read(previewPrune),
  'turn.prune': write(pruneTurns),
};
