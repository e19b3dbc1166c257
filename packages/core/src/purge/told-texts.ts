import {
  answersShowing,
  type Binned,
  countToldTexts,
  type EntityKind,
  purgeToldText,
  type ReadableDb,
  recordsWithChanges,
  toldTextsAfter,
  type WritableDb,
} from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import { type InPieces, inTurns } from '../runtime/in-turns.ts';
import type { Purgeable } from './purgeable.ts';
import { RowsOfTexts, shortRowsOf, WordsTold } from './words-told.ts';

// Finds the texts that agents were given and that hold something of records, and takes them away (docs/adr/0061, 0070).

/**
 * Rows of words kept at a time, some 50 MB. With more, only those are kept that the texts may have; with as many of these, the texts are
 * looked through before the next records are read.
 */
const MAX_ROWS = 500_000;
/** Rows of a text that are looked at before other work goes on. */
const ROWS_PER_PIECE = 2000;
/** Texts, or records, read at a time. */
const PER_READ = 100;
/** UTF-16 units of text that one step takes away, and how many of them a row counts as beside its text. */
const PER_STEP = 1_000_000;
const ROW_UNITS = 1000;

/** The memory as it is now: another state may have been committed since the last piece. */
type Now = () => ReadableDb;

/** The texts that were told after something was stored, one by one. */
function* textsSince(seq: number, db: Now): Generator<{ callSeq: number; text: string }> {
  for (let last = seq; ; ) {
    const texts = toldTextsAfter(db(), last, PER_READ);
    yield* texts;
    if (texts.length < PER_READ) return;
    last = texts.at(-1)?.callSeq ?? last;
  }
}

/** Answers that say themselves that they showed some of these records. */
function* answersNaming(ids: readonly string[], db: Now): InPieces<Set<number>> {
  const named = new Set<number>();
  for (let from = 0; from < ids.length; from += PER_READ) {
    for (const callSeq of answersShowing(db(), ids.slice(from, from + PER_READ))) named.add(callSeq);
    yield;
  }
  return named;
}

/** The rows of a text, with a pause after so many. */
function* rowsInPieces(text: string, visit: (row: string) => boolean): InPieces<void> {
  let rows = 0;
  for (const row of shortRowsOf(text)) {
    if (visit(row)) return;
    rows++;
    if (rows % ROWS_PER_PIECE === 0) yield;
  }
  yield;
}

/** Adds the answers whose texts have some of the words. */
function* addHolding(holding: Set<number>, words: WordsTold, seq: number, db: Now): InPieces<void> {
  for (const { callSeq, text } of textsSince(seq, db)) {
    if (holding.has(callSeq)) continue;
    yield* rowsInPieces(text, (row) => {
      const isIn = words.has(row);
      if (isIn) holding.add(callSeq);
      return isIn;
    });
  }
}

/** The rows of words of these texts. */
function* rowsSince(seq: number, db: Now): InPieces<RowsOfTexts> {
  const rows = new RowsOfTexts();
  for (const { text } of textsSince(seq, db)) {
    yield* rowsInPieces(text, (row) => {
      rows.add(row);
      return false;
    });
  }
  return rows;
}

/** The records in parts that are read at once: what is stored of an episode with its changes may have megabytes. */
function* readTogether({ entityOf }: Purgeable<string>, ids: readonly string[]): Generator<[EntityKind, string[]]> {
  for (const [entity, own] of Map.groupBy(ids, entityOf)) {
    const most = entity === 'episode' ? 1 : PER_READ;
    for (let from = 0; from < own.length; from += most) yield [entity, own.slice(from, from + most)];
  }
}

/** Numbers of the answers whose texts hold something of the records. What was told before the first of them cannot hold any. */
function* answersHolding(
  of: Purgeable<string>,
  records: readonly Binned[],
  db: Now,
  maxRows = MAX_ROWS,
): InPieces<number[]> {
  const ids = records.map(({ id }) => id);
  const first = records.reduce((seq, record) => Math.min(seq, record.seq), Number.MAX_SAFE_INTEGER);
  const holding = yield* answersNaming(ids, db);
  // Most memories have few texts, and a purge of many records many words.
  if (toldTextsAfter(db(), first, 1).length === 0) return [...holding];
  let [words, texts] = [new WordsTold(), null as RowsOfTexts | null];
  for (const [entity, some] of readTogether(of, ids)) {
    words.add(recordsWithChanges(db(), entity, some));
    yield;
    if (words.size < maxRows) continue;
    if (texts === null) {
      texts = yield* rowsSince(first, db);
      words = words.within(texts);
    } else {
      yield* addHolding(holding, words, first, db);
      words = new WordsTold(texts);
    }
  }
  yield* addHolding(holding, words, first, db);
  return [...holding];
}

/** How many texts that agents were given hold something of these records. `maxRows` rows of words are kept at a time. */
export function* countTold(
  of: Purgeable<string>,
  records: readonly Binned[],
  db: Now,
  maxRows = MAX_ROWS,
): InPieces<number> {
  if (records.length === 0) return 0;
  return countToldTexts(db(), yield* answersHolding(of, records, db, maxRows));
}

/** Takes away the first of these texts, up to {@link PER_STEP} units: all together may have 16 MiB, each page of which is overwritten. */
function purgeSome(db: WritableDb, callSeqs: readonly number[]): { answers: number; texts: number } {
  let [answers, texts, units] = [0, 0, 0];
  for (const callSeq of callSeqs) {
    const length = purgeToldText(db, callSeq);
    answers++;
    texts += length === null ? 0 : 1;
    units += (length ?? 0) + ROW_UNITS;
    if (units >= PER_STEP) break;
  }
  return { answers, texts };
}

/** Takes away the texts of these answers, in steps. Returns how many there were. */
async function takeAway(
  { operation }: Purgeable<string>,
  callSeqs: readonly number[],
  id: string,
  { caller, services }: TaskContext,
): Promise<number> {
  const left = [...callSeqs];
  let removed = 0;
  while (left.length > 0) {
    const step = await services.writeStep(operation, caller, ({ db, touch }) => {
      touch('exposure', id);
      return purgeSome(db, left);
    });
    left.splice(0, step.answers);
    removed += step.texts;
  }
  return removed;
}

/**
 * Takes away the texts that agents were given and that hold something of these records, before the records themselves are purged:
 * afterwards nobody knows their words. Returns how many there were.
 */
export async function takeOutOfTold(
  of: Purgeable<string>,
  records: readonly Binned[],
  task: TaskContext,
): Promise<number> {
  const [first] = records;
  if (!first) return 0;
  return takeAway(of, await inTurns(answersHolding(of, records, task.services.db)), first.id, task);
}

/**
 * Takes away the texts of answers that name these records, after the records were purged: an agent may have asked for one meanwhile.
 * Returns how many there were.
 */
export async function takeOutNaming(of: Purgeable<string>, ids: readonly string[], task: TaskContext): Promise<number> {
  const { caller, services } = task;
  const [first] = ids;
  if (first === undefined) return 0;
  // What agents were shown is written after their answers; writes keep their order, so this one waits for it.
  await services.write(of.operation, caller, () => null);
  return takeAway(of, [...(await inTurns(answersNaming(ids, services.db)))], first, task);
}
