import {
  answersShowing,
  type Binned,
  countToldTexts,
  purgeToldText,
  type ReadableDb,
  recordsWithChanges,
  toldTextsAfter,
  type WritableDb,
} from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import { type InPieces, inTurns } from '../runtime/in-turns.ts';
import type { Purgeable } from './purgeable.ts';
import { RowsOfTexts, WordsTold } from './words-told.ts';

// Finds the texts that agents were given and that hold something of records, and takes them away (docs/adr/0061).

/** Above so many records the texts are read first: then only the words of the records that a text may have are kept. */
const MANY = 1000;
/** Rows of words kept at a time, some 50 MB; with more, the texts are looked through before the next records are read. */
const MAX_ROWS = 500_000;
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

/** Adds the answers whose texts have some of the words. */
function* addHolding(holding: Set<number>, words: WordsTold, seq: number, db: Now): InPieces<void> {
  for (const { callSeq, text } of textsSince(seq, db)) {
    if (!holding.has(callSeq) && words.isIn(text)) holding.add(callSeq);
    yield;
  }
}

/** The rows of words of these texts, or null where there is no text. */
function* rowsSince(seq: number, db: Now): InPieces<RowsOfTexts | null> {
  let rows: RowsOfTexts | null = null;
  for (const { text } of textsSince(seq, db)) {
    rows ??= new RowsOfTexts();
    rows.add(text);
    yield;
  }
  return rows;
}

/** Numbers of the answers whose texts hold something of the records. What was told before the first of them cannot hold any. */
function* answersHolding(of: Purgeable<string>, records: readonly Binned[], db: Now): InPieces<number[]> {
  const ids = records.map(({ id }) => id);
  const first = records.reduce((seq, record) => Math.min(seq, record.seq), Number.MAX_SAFE_INTEGER);
  const holding = yield* answersNaming(ids, db);
  // Most memories have few texts, and a purge of many records many words.
  if (toldTextsAfter(db(), first, 1).length === 0) return [...holding];
  const texts = ids.length > MANY ? yield* rowsSince(first, db) : null;
  let words = new WordsTold(texts);
  // One by one: what is stored of an episode with its changes may have megabytes.
  for (const id of ids) {
    for (const record of recordsWithChanges(db(), of.entityOf(id), [id])) words.add(record);
    yield;
    if (words.size < MAX_ROWS) continue;
    yield* addHolding(holding, words, first, db);
    words = new WordsTold(texts);
  }
  yield* addHolding(holding, words, first, db);
  return [...holding];
}

/** How many texts that agents were given hold something of these records. */
export function* countTold(of: Purgeable<string>, records: readonly Binned[], db: Now): InPieces<number> {
  if (records.length === 0) return 0;
  return countToldTexts(db(), yield* answersHolding(of, records, db));
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

/**
 * Takes away the texts that agents were given and that hold something of these records, before the records themselves are purged:
 * afterwards nobody knows their words. Returns how many there were.
 */
export async function takeOutOfTold(
  of: Purgeable<string>,
  records: readonly Binned[],
  { caller, services }: TaskContext,
): Promise<number> {
  const [first] = records;
  if (!first) return 0;
  const left = await inTurns(answersHolding(of, records, services.db));
  let removed = 0;
  while (left.length > 0) {
    const step = await services.writeStep(of.operation, caller, ({ db, touch }) => {
      touch('exposure', first.id);
      return purgeSome(db, left);
    });
    left.splice(0, step.answers);
    removed += step.texts;
  }
  return removed;
}
