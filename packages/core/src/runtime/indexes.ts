import type { Topic } from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import type { Changed } from './commit-queue.ts';
import { type DocumentSource, IndexBuilder, type Shelf } from './index-builder.ts';

/** An index that a topic keeps in memory, and what it is found by among the services. */
export interface IndexSource<D extends { id: string; seq: number }, S extends Shelf<D>> extends DocumentSource<D, S> {
  /** Kinds of records that it is made of: their ids are what `one` is asked for. */
  readonly follows: readonly Topic[];
  /** Pause between slices that nobody waits for, in milliseconds; a short one where it is left out. */
  readonly pauseMs?: number;
}

interface Document {
  id: string;
  seq: number;
}
/** An index, whatever it holds. */
export type AnyIndexSource = IndexSource<Document, Shelf<Document>>;

/** Everything that is derived from records and kept in memory only (ADR 11, 20, 21). */
export class Indexes {
  readonly #all: ReadonlyMap<AnyIndexSource, IndexBuilder<Document, Shelf<Document>>>;

  constructor(sources: readonly AnyIndexSource[], db: () => ReadableDb, log: (error: unknown) => void) {
    this.#all = new Map(sources.map((source) => [source, new IndexBuilder(source, db, log, source.pauseMs)]));
  }

  /** The builder of an index. */
  of<D extends Document, S extends Shelf<D>>(source: IndexSource<D, S>): IndexBuilder<D, S> {
    const builder: unknown = this.#all.get(source);
    if (!builder) throw new Error('an index that nobody builds was asked for');
    // The map has it under the source that it was made of.
    return builder as IndexBuilder<D, S>;
  }

  /** Records that a commit has written, changed or removed, by their kind. */
  note(changed: Changed): void {
    for (const [{ follows }, builder] of this.#all) {
      for (const kind of follows) builder.note(changed.get(kind) ?? []);
    }
  }

  /** Forgets everything and begins again: the file is another one now. */
  restart(): void {
    for (const builder of this.#all.values()) builder.restart();
  }

  /** Stops; who waits is told so. */
  close(): void {
    for (const builder of this.#all.values()) builder.close();
  }
}
