import type { LessonDocument, LessonIndex } from '@twicewise/search';
import type { ReadableDb } from '@twicewise/store';
import { CAUSES, type CausalIndex } from '../causes/causal-index.ts';
import type { Contribution } from '../causes/contribution.ts';
import type { Source } from '../patterns/cases.ts';
import { PATTERNS, type PatternIndex } from '../patterns/pattern-index.ts';
import { Catalogue, type DocumentSource, LESSONS, SESSIONS, type Shelf } from './catalogue.ts';
import type { Changed } from './commit-queue.ts';

/** Pause between slices of work on patterns, in milliseconds: no search waits for them. */
const LEISURELY_MS = 40;

/** Everything that is derived from records and kept in memory only (ADR 11, 20, 21). */
export class Indexes {
  readonly lessons: Catalogue<LessonDocument, LessonIndex>;
  readonly sessions: Catalogue<LessonDocument, LessonIndex>;
  readonly causes: Catalogue<Contribution, CausalIndex>;
  readonly patterns: Catalogue<Source, PatternIndex>;

  constructor(db: () => ReadableDb, log: (error: unknown) => void) {
    const of = <D extends { id: string; seq: number }, S extends Shelf<D>>(
      source: DocumentSource<D, S>,
      pauseMs?: number,
    ) => new Catalogue(source, db, log, pauseMs);
    this.lessons = of(LESSONS);
    this.sessions = of(SESSIONS);
    this.causes = of(CAUSES);
    this.patterns = of(PATTERNS, LEISURELY_MS);
  }

  /** Records that a commit has written, changed or removed, by their kind. */
  note(changed: Changed): void {
    const of = (kind: 'reflection' | 'session' | 'episode' | 'claim') => changed.get(kind) ?? [];
    this.lessons.note(of('reflection'));
    this.sessions.note(of('session'));
    // An episode moves with its session between projects.
    for (const kind of ['episode', 'session', 'claim'] as const) this.causes.note(of(kind));
    for (const kind of ['reflection', 'episode', 'session', 'claim'] as const) this.patterns.note(of(kind));
  }

  /** Forgets everything and begins again: the file is another one now. */
  restart(): void {
    for (const catalogue of this.#all) catalogue.restart();
  }

  /** Stops; who waits is told so. */
  close(): void {
    for (const catalogue of this.#all) catalogue.close();
  }

  get #all() {
    return [this.lessons, this.sessions, this.causes, this.patterns];
  }
}
