import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { AppError } from '@twicewise/contract';
import { all, one, type ReadableDb, run, type WritableDb } from '../sql/database.ts';
import { parseCell } from '../sql/json-cell.ts';

// The texts of turns: a part is a list of chunks, and each chunk is stored once, however many parts have it (B2-12).

/** SHA-256 of a text, in hex. */
export const textHash = (text: string): string => hash('sha256', text, 'hex');

/** A chunk as it is stored. */
export interface PackedChunk {
  hash: string;
  /** Deflated. */
  text: Uint8Array;
  tokens: number;
  /** The words by which it is found, with a space between. */
  words: string;
}

/** Packs a chunk for {@link savePart}. */
export function packChunk(text: string, tokens: number, words: string): PackedChunk {
  return { hash: textHash(text), text: deflateRawSync(text), tokens, words };
}

/** Tokens of the chunks with these hashes that are stored already, by hash. */
export function knownChunks(db: ReadableDb, hashes: readonly string[]): Map<string, number> {
  const sql =
    'SELECT lower(hex(hash)) AS hash, tokens FROM turn_chunk WHERE hash IN (SELECT unhex(value) FROM json_each(?))';
  const rows = all<{ hash: string; tokens: number }>(db, sql, [JSON.stringify(hashes)]);
  return new Map(rows.map(({ hash, tokens }) => [hash, tokens]));
}

function chunkId(db: WritableDb, hash: string, pack: (hash: string) => PackedChunk): number {
  const found = one<{ id: number }>(db, 'SELECT id FROM turn_chunk WHERE hash = unhex(?)', [hash]);
  if (found) return found.id;
  const { text, tokens, words } = pack(hash);
  const sql = 'INSERT INTO turn_chunk (hash, tokens, text) VALUES (unhex(?), ?, ?) RETURNING id';
  const made = one<{ id: number }>(db, sql, [hash, tokens, text]);
  if (!made) throw new Error('storing a chunk answered nothing');
  run(db, 'INSERT INTO turn_word (rowid, words) VALUES (?, ?)', [made.id, words]);
  return made.id;
}

/** Hash of a text of which these are the chunks: that of their hashes in order, so that it can be checked without the texts. */
const listHash = (hashes: readonly string[]): string => textHash(hashes.join(' '));

/** Stores the text of a part by the hashes of its chunks in order. `pack` is asked for each chunk that is not stored yet. */
export function savePart(
  db: WritableDb,
  turnId: string,
  place: number,
  chunks: readonly string[],
  pack: (hash: string) => PackedChunk,
): void {
  const ids = chunks.map((hash) => chunkId(db, hash, pack));
  const sql = 'INSERT OR REPLACE INTO turn_part (turn_id, place, hash, chunks) VALUES (?, ?, unhex(?), ?)';
  run(db, sql, [turnId, place, listHash(chunks), JSON.stringify(ids)]);
}

/** The error for a text of a turn that is not as it was written. */
export function damagedText(turnId: string, place: number): AppError {
  return new AppError({
    code: 'unavailable',
    reason: 'damaged',
    message: `The text of part ${place} of the turn ${turnId} is not as it was written: the memory file is damaged.`,
    hint: 'Run twicewise doctor: it says what is damaged, and with which command the newest good backup is restored.',
  });
}

interface StoredChunk {
  id: number;
  hash: string;
  text: Uint8Array;
}

/** The text of a chunk; null when it is not as it was written. */
function soundText({ hash, text: deflated }: StoredChunk): string | null {
  try {
    const text = inflateRawSync(deflated).toString('utf8');
    return textHash(text) === hash ? text : null;
  } catch {
    return null;
  }
}

function storedChunks(db: ReadableDb, ids: readonly number[]): Map<number, StoredChunk> {
  const sql = `SELECT id, lower(hex(hash)) AS hash, text FROM turn_chunk WHERE id IN (SELECT value FROM json_each(?))`;
  return new Map(all<StoredChunk>(db, sql, [JSON.stringify(ids)]).map((row) => [row.id, row]));
}

/** Texts of chunks by their number, without those that are missing or not as they were written. */
export function chunkTexts(db: ReadableDb, ids: readonly number[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [id, chunk] of storedChunks(db, ids)) {
    const text = soundText(chunk);
    if (text !== null) texts.set(id, text);
  }
  return texts;
}

/** The chunks of a part, by number, in the order of its text. */
export interface PartChunks {
  turnId: string;
  place: number;
  chunks: number[];
}

/** The chunks of the parts of turns, in their order. */
export function partsOfTurns(db: ReadableDb, turnIds: readonly string[]): PartChunks[] {
  const sql = `SELECT turn_id AS turnId, place, chunks FROM turn_part WHERE turn_id IN (SELECT value FROM json_each(?))
    ORDER BY turn_id, place`;
  const rows = all<{ turnId: string; place: number; chunks: string }>(db, sql, [JSON.stringify(turnIds)]);
  return rows.map((row) => ({ ...row, chunks: parseCell<number[]>(row.chunks, []) }));
}

/**
 * The text of a part of a turn; null when it has no such part. Throws `unavailable` (`damaged`) when it is not as it was written:
 * half a text, or another one, is never shown.
 */
export function partText(db: ReadableDb, turnId: string, place: number): string | null {
  const sql = 'SELECT lower(hex(hash)) AS hash, chunks FROM turn_part WHERE turn_id = ? AND place = ?';
  const part = one<{ hash: string; chunks: string }>(db, sql, [turnId, place]);
  if (!part) return null;
  const ids = parseCell<number[]>(part.chunks, []);
  const stored = storedChunks(db, ids);
  const chunks = ids.map((id) => stored.get(id));
  const texts = chunks.map((chunk) => chunk && soundText(chunk));
  const isWhole = listHash(chunks.map((chunk) => chunk?.hash ?? '')) === part.hash;
  if (!isWhole || texts.some((text) => typeof text !== 'string')) throw damagedText(turnId, place);
  return texts.join('');
}

/** A word as FTS5 asks for it: whole, or as the beginning of one. */
const asked = (word: string, isPrefix: boolean) => `"${word.replaceAll('"', '')}"${isPrefix ? ' *' : ''}`;

/** Numbers of the chunks that have a word; see {@link PackedChunk.words}. */
export function chunksWithWord(db: ReadableDb, word: string, isPrefix = false): number[] {
  const sql = 'SELECT rowid AS id FROM turn_word WHERE turn_word MATCH ?';
  return all<{ id: number }>(db, sql, [asked(word, isPrefix)]).map(({ id }) => id);
}

/** Parts, and chunks that no other turn has, of some turns: what a purge removes. */
export function countTexts(db: ReadableDb, turnIds: readonly string[]): { turn_part: number; turn_chunk: number } {
  const ids = JSON.stringify(turnIds);
  const parts = 'turn_part WHERE turn_id IN (SELECT value FROM json_each(:ids))';
  return {
    turn_part: one<{ n: number }>(db, `SELECT COUNT(*) AS n FROM ${parts}`, { ids })?.n ?? 0,
    turn_chunk: ownChunks(db, turnIds).length,
  };
}

/** Chunks of some turns that no other turn has. Reads the lists of all parts. */
export function ownChunks(db: ReadableDb, turnIds: readonly string[]): number[] {
  const list = 'SELECT c.value AS id FROM turn_part p, json_each(p.chunks) c WHERE p.turn_id';
  const these = '(SELECT value FROM json_each(:ids))';
  const sql = `${list} IN ${these} EXCEPT ${list} NOT IN ${these}`;
  return all<{ id: number }>(db, sql, { ids: JSON.stringify(turnIds) }).map(({ id }) => id);
}

/**
 * Removes the texts of turns: their parts, the chunks that no other turn has, and the words of these. The index of words keeps a
 * removed entry until it is merged, so it is merged at once, which takes a second per 100 MB of texts.
 */
export function purgeTexts(db: WritableDb, turnIds: readonly string[]): void {
  const own = JSON.stringify(ownChunks(db, turnIds));
  run(db, 'DELETE FROM turn_part WHERE turn_id IN (SELECT value FROM json_each(?))', [JSON.stringify(turnIds)]);
  if (run(db, 'DELETE FROM turn_chunk WHERE id IN (SELECT value FROM json_each(?))', [own]) === 0) return;
  run(db, 'DELETE FROM turn_word WHERE rowid IN (SELECT value FROM json_each(?))', [own]);
  run(db, "INSERT INTO turn_word (turn_word) VALUES ('optimize')");
}

/** Texts of turns that are not as they were written, in words, one by one. Reads every chunk, once. */
export function* alteredTexts(db: ReadableDb): Generator<string> {
  const sound = new Map<number, string>();
  for (const { id } of all<{ id: number }>(db, 'SELECT id FROM turn_chunk')) {
    const chunk = storedChunks(db, [id]).get(id);
    if (chunk && soundText(chunk) !== null) sound.set(id, chunk.hash);
    else yield `the chunk ${id} of the texts of turns is not as it was written`;
  }
  const sql = 'SELECT turn_id AS turnId, place, lower(hex(hash)) AS hash, chunks FROM turn_part';
  for (const { turnId, place, hash, chunks } of all<Omit<PartChunks, 'chunks'> & { hash: string; chunks: string }>(
    db,
    sql,
  )) {
    const hashes = parseCell<number[]>(chunks, []).map((id) => sound.get(id) ?? '');
    if (listHash(hashes) !== hash) yield `part ${place} of the turn ${turnId} is not as it was written`;
  }
}
