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

// A purge takes records out of the texts that agents were given (docs/adr/0061). Answers name what they showed only in part: a summary
// or a cause quotes lessons without naming them. So a text is taken away, too, when it has some words of a record in a row.

/** Words in a row that two texts do not have in common by chance. */
const IN_A_ROW = 4;
/**
 * A text of fewer words counts as a whole from this length on. A shorter one ("done", a tag, a name) stands in many texts by itself and
 * says nothing of its record there: to look for it would take away what was told of everything else.
 */
const SHORTEST = 10;
/** Above so many records all texts since the first of them are taken away, unread. */
export const MAX_READ = 1000;
/** Texts read at a time. */
const PER_READ = 100;
/** UTF-16 units of text that one step takes away, and how many of them a row counts as beside its text. */
const PER_STEP = 1_000_000;
const ROW_UNITS = 1000;

/** Fields that say where a record belongs and what it is, and that records of all kinds have alike; as a last word, too: `created_at`, `jobId`. */
const NO_CONTENT =
  /(?:^|_)(?:ids?|at|kind|name|hash|seq|source|outcome|state|agent|author|client|model|tags)$|[a-z](?:Ids?|At|Kind|Name|Source)$/;

const WORD = /[\p{L}\p{N}]+/gu;
/** A run of letters of scripts without spaces, with the sign that lengthens a vowel in Japanese. */
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+)/u;

/** Two letters at a time of a sentence that is written without spaces: as one word only the whole of it would be found. */
function pairsOf(sentence: string): string[] {
  const letters = [...sentence];
  return letters.length < 3 ? [sentence] : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** The words in what stands between two spaces: a name of another script in such a sentence is one of its own. */
function split(word: string): string | string[] {
  if (!UNSPACED.test(word)) return word;
  const parts = word.split(UNSPACED).filter((part) => part !== '');
  return parts.flatMap((part) => (UNSPACED.test(part) ? pairsOf(part) : part));
}

/** Words of a text. In JSON a line break is written as a letter, which is none of its next word. */
function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/\\[nrt]/g, ' ')
      .match(WORD) ?? [];
  return words.flatMap(split);
}

/** All rows of so many words. */
function* rowsOf(words: readonly string[], length: number): Generator<string> {
  for (let end = length; end <= words.length; end++) yield words.slice(end - length, end).join(' ');
}

/** Texts of a JSON-like value, but for those of {@link NO_CONTENT}. A text that is JSON itself is read as such. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    const parsed = /^[[{]/.test(value) ? parsedOf(value) : null;
    if (parsed === null) yield value;
    else yield* textsOf(parsed);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsOf(item);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) if (!NO_CONTENT.test(key)) yield* textsOf(item);
  }
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What gives a text away: rows of words, and short texts as a whole. */
export class WordsTold {
  readonly #rows = new Set<string>();

  /** Adds all texts of a record. */
  add(record: unknown): void {
    for (const text of textsOf(record)) {
      const words = wordsOf(text);
      if (words.length >= IN_A_ROW) for (const row of rowsOf(words, IN_A_ROW)) this.#rows.add(row);
      else if (words.join(' ').length >= SHORTEST) this.#rows.add(words.join(' '));
    }
  }

  /** True when the text has a row of words, or a short text, of the records. The work grows with the text alone. */
  isIn(text: string): boolean {
    const words = wordsOf(text);
    for (let length = 1; length <= IN_A_ROW; length++) {
      for (const row of rowsOf(words, length)) if (this.#rows.has(row)) return true;
    }
    return false;
  }
}

/** The words of records. One by one: what is stored of an episode with its changes may have megabytes. */
function* wordsOfRecords(
  { entityOf }: Purgeable<string>,
  ids: readonly string[],
  db: () => ReadableDb,
): InPieces<WordsTold> {
  const words = new WordsTold();
  for (const id of ids) {
    for (const record of recordsWithChanges(db(), entityOf(id), [id])) words.add(record);
    yield;
  }
  return words;
}

/** Numbers of the answers whose texts hold something of the records. What was told before the first of them cannot hold any. */
function* answersWithWords(
  of: Purgeable<string>,
  records: readonly Binned[],
  db: () => ReadableDb,
): InPieces<number[]> {
  const ids = records.map(({ id }) => id);
  const isUnread = ids.length > MAX_READ;
  let words: WordsTold | null = null;
  const holding = new Set(isUnread ? [] : answersShowing(db(), ids));
  for (let last = records.reduce((first, { seq }) => Math.min(first, seq), Number.MAX_SAFE_INTEGER); ; ) {
    const texts = toldTextsAfter(db(), last, PER_READ);
    // Most memories have few texts, and a purge of many records many words.
    if (texts.length > 0 && !isUnread) words ??= yield* wordsOfRecords(of, ids, db);
    for (const { callSeq, text } of texts) {
      if (isUnread || (!holding.has(callSeq) && words?.isIn(text))) holding.add(callSeq);
      yield;
    }
    if (texts.length < PER_READ) return [...holding];
    last = texts.at(-1)?.callSeq ?? last;
  }
}

/** How many texts that agents were given hold something of these records. */
export function* countTold(of: Purgeable<string>, records: readonly Binned[], db: () => ReadableDb): InPieces<number> {
  if (records.length === 0) return 0;
  return countToldTexts(db(), yield* answersWithWords(of, records, db));
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
  const left = await inTurns(answersWithWords(of, records, services.db));
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
