import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ownTranscript } from '@twicewise/ingest/host-side';
import type { HookEvent, HookFormat } from './format.ts';

/** Maximum number of copies whose original is searched for; the one reported longest ago is dropped first. */
const MAX_COPIES = 500;
/** Maximum number of times that a transcript is read again: at first it may be incomplete. */
const MAX_LOOKS = 5;
/** How much of a transcript's beginning, and of its end, is read, in bytes. */
const PART_BYTES = 1_000_000;

/**
 * The end and the beginning of a transcript, in this order, or all of it if it is short. Empty unless it is a plain file of the
 * person.
 */
async function partsOf(path: string, database: string): Promise<string[]> {
  if ((await ownTranscript(path, database)) === null) return [];
  // Guards against a file that was replaced since the check: a pipe would never answer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => null);
  if (file === null) return [];
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return [];
    const read = async (from: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, from);
      return buffer.toString('utf8', 0, bytesRead);
    };
    // The newest copied records name the session they were copied from; older ones may name that session's own original.
    const end = facts.size > PART_BYTES ? [await read(facts.size - PART_BYTES)] : [];
    return [...end, await read(0)];
  } catch {
    return [];
  } finally {
    await file.close();
  }
}

/**
 * Sessions that began as a copy of another, until the original is known. Programs do not name it when they start a session, and
 * Claude Code writes the transcript only after the first prompt.
 */
export class CopiedSessions {
  /** How often each transcript was read. */
  readonly #looks = new Map<string, number>();
  readonly #database: string;

  /** @param database The memory file, whose owner is the person. */
  constructor(database: string) {
    this.#database = database;
  }

  /** The original of a copied session, from when it is known until {@link settle} is called; null otherwise. */
  async originalOf(event: HookEvent, { findOriginal }: HookFormat): Promise<string | null> {
    const { session, isCopy = false, copyOf = null, transcript } = event;
    if (isCopy && copyOf !== null) return copyOf;
    const looks = isCopy ? 0 : this.#looks.get(session);
    if (looks === undefined || findOriginal === undefined || transcript === null) return null;
    const parts = await partsOf(transcript, this.#database);
    const original = parts.map((part) => findOriginal(part, session)).find((one) => one !== null) ?? null;
    if (looks < MAX_LOOKS) this.#waitFor(session, parts.length === 0 ? looks : looks + 1);
    else this.settle(session);
    return original;
  }

  /** Stops the search: the original of the session was reported. */
  settle(session: string): void {
    this.#looks.delete(session);
  }

  #waitFor(session: string, looks: number): void {
    this.#looks.delete(session);
    this.#looks.set(session, looks);
    for (const oldest of this.#looks.keys()) {
      if (this.#looks.size <= MAX_COPIES) return;
      this.#looks.delete(oldest);
    }
  }
}
