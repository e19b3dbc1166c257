import { setImmediate as nextTurn } from 'node:timers/promises';
import { utf8Bytes } from '@twicewise/contract';
import { termsOf } from '@twicewise/search';
import {
  chunksOf,
  knownChunks,
  type PackedChunk,
  packChunk,
  type ReadableDb,
  savePart,
  textHash,
} from '@twicewise/store';
import { type CountTokens, loadTokenCounter } from '../agent-text/tokens.ts';
import type { WriteContext } from '../runtime/context.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';

/** Digits of the hash of a text that its part shows: enough to tell two texts of a session apart. */
const HASH_DIGITS = 32;

/** A text that is ready to be stored. */
export interface PreparedText {
  bytes: number;
  /** See {@link HASH_DIGITS}. */
  hash: string;
  /** The sum over its chunks, each counted for itself: at most one more per chunk than of the whole. */
  tokens: number;
  /** Hashes of its chunks, in their order. */
  chunks: readonly string[];
}

/** Texts that are ready to be stored, so that the transaction in which they are has little to do. */
export interface PreparedTexts {
  readonly texts: readonly PreparedText[];
  /** Packs a chunk. Those that were not stored when the texts were prepared are packed already. */
  pack(hash: string): PackedChunk;
}

const packed = (chunk: string, count: CountTokens) => packChunk(chunk, count(chunk), termsOf(chunk).join(' '));

/**
 * Cuts texts into chunks, and packs and counts those that are not stored yet: about 0.2 s per megabyte of new text. Counts of the
 * others are those that are stored with them. `pause` is called at least every {@link STEP_MS} milliseconds or chunk.
 */
export async function prepareTexts(
  texts: readonly string[],
  db: () => ReadableDb,
  pause: () => Promise<unknown> = nextTurn,
): Promise<PreparedTexts> {
  const count = await loadTokenCounter();
  let since = performance.now();
  const yieldSoon = async () => {
    if (performance.now() - since < STEP_MS) return;
    await pause();
    since = performance.now();
  };
  const chunks = new Map<string, string>();
  const hashes: string[][] = [];
  for (const text of texts) {
    const own = chunksOf(text).map((chunk) => ({ hash: textHash(chunk), chunk }));
    for (const { hash, chunk } of own) chunks.set(hash, chunk);
    hashes.push(own.map(({ hash }) => hash));
    await yieldSoon();
  }
  const tokens = knownChunks(db(), [...chunks.keys()]);
  const fresh = new Map<string, PackedChunk>();
  for (const [hash, chunk] of chunks) {
    if (tokens.has(hash)) continue;
    const made = packed(chunk, count);
    fresh.set(hash, made);
    tokens.set(hash, made.tokens);
    await yieldSoon();
  }
  return {
    texts: texts.map((text, at) => {
      const own = hashes[at] ?? [];
      return {
        bytes: utf8Bytes(text),
        hash: textHash(text).slice(0, HASH_DIGITS),
        tokens: own.reduce((sum, hash) => sum + (tokens.get(hash) ?? 0), 0),
        chunks: own,
      };
    }),
    // A chunk that was known may have been purged since.
    pack: (hash) => fresh.get(hash) ?? packed(chunks.get(hash) ?? '', count),
  };
}

/** Stores prepared texts as the parts of a turn, in their order. */
export function saveTexts({ db }: Pick<WriteContext, 'db'>, turnId: string, { texts, pack }: PreparedTexts): void {
  for (const [place, { chunks }] of texts.entries()) savePart(db, turnId, place, chunks, pack);
}
