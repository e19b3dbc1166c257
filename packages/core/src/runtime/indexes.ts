import type { Topic } from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import type { Changed } from './commit-queue.ts';
import { type DocumentSource, IndexBuilder, type Shelf } from './index-builder.ts';

/** An index that a topic keeps in memory. The object itself is the key by which services find it. */
export interface IndexSource<D extends { id: string; seq: number }, S extends Shelf<D>> extends DocumentSource<D, S> {
  /** Kinds of records that the index is built from. `one` is called with their ids. */
  readonly follows: readonly Topic[];
  /** Pause between slices while nobody waits, in milliseconds; a short default when left out. */
  readonly pauseMs?: number;
}

interface Document {
  id: string;
  seq: number;
}
/** An index with any kind of documents. */
export type AnyIndexSource = IndexSource<Document, Shelf<Document>>;

/** All indexes: what is derived from records and kept in memory only (ADR 11, 20, 21). */
export class Indexes {
  readonly #all: ReadonlyMap<AnyIndexSource, IndexBuilder<Document, Shelf<Document>>>;

  constructor(sources: readonly AnyIndexSource[], db: () => ReadableDb, log: (error: unknown) => void) {
    this.#all = new Map(sources.map((source) => [source, new IndexBuilder(source, db, log, source.pauseMs)]));
  }

  /** Gets the builder of an index. */
  of<D extends Document, S extends Shelf<D>>(source: IndexSource<D, S>): IndexBuilder<D, S> {
    const builder: unknown = this.#all.get(source);
    if (!builder) throw new Error('an index that nobody builds was asked for');
    // Safe: the map stores each builder under the source it was made from.
    return builder as IndexBuilder<D, S>;
  }

  /** Notes records that a commit wrote, changed or removed, by topic. */
  note(changed: Changed): void {
    for (const [{ follows }, builder] of this.#all) {
      for (const kind of follows) builder.note(changed.get(kind) ?? []);
    }
  }

  /** Clears and rebuilds all indexes, because another file is open now. */
  restart(): void {
    for (const builder of this.#all.values()) builder.restart();
  }

  /** Stops all indexes. Rejects pending calls. */
  close(): void {
    for (const builder of this.#all.values()) builder.close();
  }
}
