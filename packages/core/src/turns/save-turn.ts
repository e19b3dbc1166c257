import {
  AppError,
  excerpt,
  MAX_TURN_NUMBER,
  MAX_TURN_SUMMARIES,
  type OutputOf,
  type ParsedInputOf,
  type Turn,
  type TurnSummary,
} from '@twicewise/contract';
import { notesOnRedaction } from '@twicewise/redaction';
import { getTurn, highestNumber, nextTake, type ReadableDb, turnByNativeId } from '@twicewise/store';
import { type CountTokens, loadTokenCounter } from '../agent-text/tokens.ts';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { isUnproved, onlyPerson } from '../runtime/person-only.ts';
import { resolvePlace } from '../runtime/references.ts';
import { refuseBackwards, utc } from '../runtime/stated-times.ts';
import { type PreparedTexts, prepareTexts, saveTexts } from './prepared-texts.ts';
import { countedTurn, draftOf, type TurnDraft } from './stored-turn.ts';

/** Maximum length of a summary in the operations log, in UTF-16 units. */
const SHOWN = 120;

type Given = ParsedInputOf<'turn.save'>;
type GivenSummary = NonNullable<Given['summary']>;

/** Gets a turn. Throws `not_found` (S2-24). */
export function requireTurn(db: ReadableDb, id: string): Turn {
  const found = getTurn(db, id);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: `There is no turn with the id ${id}.`,
    hint: 'Save the turn first (turn.save), then write its summary; or name one of those there are (turn.list).',
  });
}

function refuseUnfit({ db }: WriteContext, projectId: string, nativeId: string | null): void {
  const known = nativeId === null ? null : turnByNativeId(db, projectId, nativeId);
  if (known === null) return;
  throw new AppError({
    code: 'conflict',
    reason: 'in_use',
    message: `The project already has a turn with the nativeId ${JSON.stringify(nativeId)}: ${known}`,
    effect: '; nothing was stored.',
    hint: 'Save without nativeId for a turn that was made again: it gets the same number and another take.',
  });
}

/** An agent may say that it is a model that wrote a summary, but not that a person did. */
function refuseClaim({ caller }: Pick<TaskContext, 'caller'>, summary: Pick<GivenSummary, 'source'> | null): void {
  if (summary?.source === 'person' && isUnproved(caller)) throw onlyPerson('writes a summary as a person');
}

function nameSession(): AppError {
  return new AppError({
    code: 'invalid_input',
    message: 'A turn belongs to a session, and you have none',
    effect: '; nothing was stored.',
    hint: 'Name one as sessionId: a new name makes a new session.',
  });
}

/** The number of a turn: the one given, else one more than the highest of the session, from 1. */
function numberOf({ db }: WriteContext, sessionId: string, given: number | undefined): number {
  return given ?? Math.min((highestNumber(db, sessionId) ?? 0) + 1, MAX_TURN_NUMBER);
}

function summaryOf(context: WriteContext, { text, insights, source }: GivenSummary, count: CountTokens): TurnSummary {
  const tokens = count([text, ...insights].join('\n'));
  return { id: context.newId('turnSummary'), text, insights, source, tokens, at: context.at };
}

/** What a turn is made of, ready to be stored. */
export interface ReadyTurn {
  draft: TurnDraft;
  prepared: PreparedTexts;
}

/** The place of a turn, and who made it. */
export interface TurnPlaced {
  projectId: string;
  sessionId: string;
  agent: string | null;
  sourceId?: string;
}

/** Inserts a turn with the next take of its number. Returns its id. */
export function insertTurn(
  context: WriteContext,
  input: Pick<Given, 'nativeId' | 'number' | 'model' | 'startedAt' | 'endedAt' | 'extra'>,
  place: TurnPlaced,
  { draft, prepared }: ReadyTurn,
  summaries: readonly TurnSummary[],
): string {
  const { author } = context.caller;
  const id = context.newId('turn');
  const number = numberOf(context, place.sessionId, input.number);
  context.record.create('turn', id, {
    id,
    nativeId: input.nativeId,
    projectId: place.projectId,
    sessionId: place.sessionId,
    sourceId: place.sourceId ?? null,
    number,
    take: nextTake(context.db, place.sessionId, number),
    model: input.model,
    startedAt: utc(input.startedAt),
    endedAt: utc(input.endedAt),
    ...countedTurn(draft, prepared),
    summaries,
    agent: place.agent,
    authorKind: author.kind,
    authorName: author.name,
    createdAt: context.at,
    updatedAt: context.at,
    extra: input.extra,
    deletedAt: null,
  });
  saveTexts(context, id, prepared);
  return id;
}

function savedTurn(
  context: WriteContext,
  input: Given,
  ready: ReadyTurn & { count: CountTokens },
  notes: readonly string[],
) {
  const { author } = context.caller;
  const agent = input.agent ?? (author.kind === 'agent' ? author.name : null);
  const place = resolvePlace(context, input, { agent, startedAt: utc(input.startedAt) ?? context.at });
  if (place.session === null) throw nameSession();
  refuseUnfit(context, place.project.id, input.nativeId);
  const where = { projectId: place.project.id, sessionId: place.session.id };
  const summaries = input.summary ? [summaryOf(context, input.summary, ready.count)] : [];
  const id = insertTurn(context, input, { ...where, agent }, ready, summaries);
  const turn = requireTurn(context.db, id);
  const what = input.summary ? `: ${excerpt(input.summary.text, SHOWN)}` : '';
  const operationId = context.record.finish({
    name: 'turn.save',
    summary: `Saved turn ${turn.number}${what}`,
    ...where,
  });
  if (!operationId) throw new Error('saving a turn changed nothing');
  const created = { project: place.project.created, session: place.session.created };
  return { turn, operationId, created, notes: [...place.project.notes, ...place.session.notes, ...notes] };
}

/** Implements `turn.save`. Texts are cut, counted and packed before the write, in short steps. */
export async function saveTurn(input: Given, context: TaskContext): Promise<OutputOf<'turn.save'>> {
  const { services, caller, once, redactions } = context;
  refuseBackwards(input);
  refuseClaim(context, input.summary);
  const draft = draftOf(input);
  const prepared = await prepareTexts(draft.texts, services.db);
  const ready = { draft, prepared, count: await loadTokenCounter() };
  const run = (write: WriteContext) => savedTurn(write, input, ready, notesOnRedaction(redactions));
  return services.write('turn.save', caller, run, once);
}

/** Implements `turn.summarise`. */
export async function summariseTurn(
  input: ParsedInputOf<'turn.summarise'>,
  context: TaskContext,
): Promise<OutputOf<'turn.summarise'>> {
  const { services, caller, once } = context;
  refuseClaim(context, input);
  const count = await loadTokenCounter();
  const run = (write: WriteContext) => {
    const { number, summaries, sessionId, projectId } = requireTurn(write.db, input.id);
    if (summaries.length >= MAX_TURN_SUMMARIES) throw tooMany(input.id);
    write.record.update('turn', input.id, { summaries: [...summaries, summaryOf(write, input, count)] });
    const summary = `Summarised turn ${number}: ${excerpt(input.text, SHOWN)}`;
    const operationId = write.record.finish({ name: 'turn.summarise', summary, sessionId, projectId });
    return { turn: requireTurn(write.db, input.id), operationId };
  };
  return services.write('turn.summarise', caller, run, once);
}

function tooMany(id: string): AppError {
  return new AppError({
    code: 'invalid_input',
    message: `The turn ${id} has ${MAX_TURN_SUMMARIES} summaries, which is the most`,
    effect: '; nothing was stored.',
    hint: 'The last one counts; take one back (operation.undo) to write another.',
  });
}
