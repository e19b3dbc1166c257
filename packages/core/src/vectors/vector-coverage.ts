import {
  type Background,
  beginSet,
  countByProject,
  type Embedding,
  embeddingsAfter,
  findEmbedding,
  type LessonText,
  lessonText,
  lessonTextsAfter,
  type ModelIdentity,
  type ModelSet,
  modelSets,
  moveVector,
  putVectors,
  type ReadableDb,
  removeVector,
  type StoredEmbedding,
  serveSet,
  type VectorDb,
} from '@twicewise/store';
import { usualNearness } from './background.ts';
import { embeddingText } from './embedding-text.ts';
import { MissingLessons } from './missing-lessons.ts';
import { type VectorFile, VectorsGone } from './vector-file.ts';

/** Maximum time that a slice of comparing holds the thread, and the pause between slices, in milliseconds. */
const SLICE_MS = 2;
const PAUSE_MS = 6;
/** Number of records read at once; a small part of a slice. */
const PER_READ = 16;

/** The options of {@link VectorCoverage}. */
export interface VectorCoverageOptions {
  file: VectorFile;
  /** The open memory. */
  memory: () => ReadableDb;
  /** The model to keep vectors for; with null only removals are followed. */
  wanted: Omit<ModelIdentity, 'dimension'> | null;
  /** Called whenever everything committed has been compared. */
  caughtUp: () => void;
  log: (error: unknown) => void;
}

/**
 * Tracks which lessons lack a vector, and removes vectors of lessons that changed, are in the bin or are gone. After a start it
 * compares all lessons with the file, then it follows each commit, in slices between requests. It stores nothing, because what is
 * missing can always be recomputed.
 */
export class VectorCoverage {
  readonly #options: VectorCoverageOptions;
  #sets: ModelSet[];
  #counts = new Map<number, Map<string, number>>();
  readonly #missing = new MissingLessons();
  readonly #skipped = new Set<string>();
  readonly #changed = new Set<string>();
  /** Lessons with a `seq` up to this one were compared, then vectors up to this row; `Infinity` for all. */
  #comparedTo = 0;
  #sweptTo = 0;
  #isVerified = false;
  #waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: VectorCoverageOptions) {
    this.#options = options;
    this.#sets = options.file.use(modelSets);
    this.#schedule();
  }

  /**
   * The set that serves questions: a complete one while its model can still be asked, otherwise the partial set of the wanted
   * model. So a lesson with a vector is found while others still wait for theirs.
   */
  get serving(): ModelSet | null {
    const { target } = this;
    const complete = this.#sets.find(({ state }) => state === 'serving');
    if (complete && (complete === target || this.#canBeAsked(complete))) return complete;
    return target && this.#hasVectors(target) ? target : null;
  }

  /** The set of the wanted model, the newest if its dimension changed; null before its first vector. */
  get target(): ModelSet | null {
    const { wanted } = this.#options;
    const mine = this.#sets.filter(({ provider, model }) => provider === wanted?.provider && model === wanted.model);
    return mine.at(-1) ?? null;
  }

  /** True once every stored vector was compared with its lesson since the start. */
  get isVerified(): boolean {
    return this.#isVerified;
  }

  /** True while there are uncompared commits or lessons. */
  get isBehind(): boolean {
    return this.#sweptTo !== Number.POSITIVE_INFINITY || this.#changed.size > 0;
  }

  /** Number of lessons without a vector of the wanted model, as far as compared. */
  get missing(): number {
    return this.#missing.size;
  }

  /** Number of lessons with one. */
  get stored(): number {
    const { target } = this;
    if (!target) return 0;
    let sum = 0;
    for (const count of this.countsOf(target.id).values()) sum += count;
    return sum;
  }

  /** Number of vectors of a set, by project. */
  countsOf(setId: number): ReadonlyMap<string, number> {
    const known = this.#counts.get(setId) ?? this.#use((db) => countByProject(db, setId));
    this.#counts.set(setId, known);
    return known;
  }

  /** Whether a lesson changed since it was compared; its vector may then be outdated. */
  isStale(lessonId: string): boolean {
    return this.#changed.has(lessonId);
  }

  /** Notes lessons that a commit wrote, changed or removed. */
  note(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#changed.add(id);
      this.#skipped.delete(id);
    }
    this.#schedule();
  }

  /** Resolves when everything committed before this call was compared. */
  ready(): Promise<void> {
    if (this.#isClosed) return Promise.reject(new VectorsGone('closed'));
    if (!this.isBehind) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#schedule();
    });
  }

  /** Up to `count` lessons without a vector, newest first. */
  someMissing(count: number): string[] {
    return this.#missing.first(count);
  }

  put(entries: readonly Omit<Embedding, 'usual'>[]): void {
    const { target } = this;
    if (!target) throw new Error('there is no set to put vectors into');
    const { questions } = target.background;
    const known = entries.map((entry) => ({ ...entry, usual: usualNearness(entry.vector, questions) }));
    const isReplacing = entries.some(({ lessonId }) => this.#embeddingIn(target, lessonId) !== null);
    this.#use((db) => putVectors(db, target, known));
    if (isReplacing) this.#counts.delete(target.id);
    else for (const { projectId } of entries) this.#count(target.id, projectId, 1);
    for (const { lessonId } of entries) this.#missing.delete(lessonId);
  }

  /** Skips a lesson that the model rejects, until the lesson changes or the next start. */
  skip(lessonId: string): void {
    this.#missing.delete(lessonId);
    this.#skipped.add(lessonId);
  }

  /** Begins a set for the wanted model, measured as it answers now, and compares all lessons with it. */
  begin(dimension: number, background: Background, at: string): void {
    const { wanted } = this.#options;
    if (!wanted) throw new Error('no model is wanted');
    this.#use((db) => beginSet(db, { ...wanted, dimension }, background, at));
    this.#reload();
    this.#comparedTo = 0;
    this.#sweptTo = 0;
    this.#schedule();
  }

  /** If nothing is missing, the wanted model serves alone from now on, and vectors of other models are deleted. */
  serveIfComplete(): void {
    const { target } = this;
    if (!target || this.isBehind || this.#missing.size > 0) return;
    if (target.state === 'serving' && this.#sets.length === 1) return;
    this.#use((db) => serveSet(db, target.id));
    this.#reload();
  }

  /** Stops. Rejects pending calls. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0)) reject(new VectorsGone('closed'));
  }

  /** Whether questions embedded from now on can be compared with this set, which is not the target. */
  #canBeAsked({ provider, model }: ModelSet): boolean {
    const { wanted } = this.#options;
    // A server may have several models, while a version of Twicewise has one built-in model. A set with the same name that is not
    // the target came from a different model that the server had under that name.
    return wanted !== null && wanted.provider !== 'builtin' && provider === wanted.provider && model !== wanted.model;
  }

  #hasVectors({ id }: ModelSet): boolean {
    return this.countsOf(id).size > 0;
  }

  /** After closing, the file may be another one, for which the known sets are invalid. */
  #use<T>(work: (db: VectorDb) => T): T {
    if (this.#isClosed) throw new VectorsGone('closed');
    return this.#options.file.use(work);
  }

  #reload(): void {
    this.#sets = this.#use(modelSets);
    this.#counts.clear();
  }

  #schedule(): void {
    if (this.#isClosed || this.#timer) return;
    this.#timer = setTimeout(() => this.#work(), PAUSE_MS).unref();
  }

  #work(): void {
    this.#timer = null;
    if (this.#isClosed) return;
    try {
      const until = performance.now() + SLICE_MS;
      while (this.isBehind && performance.now() < until) this.#step();
    } catch (error) {
      // The memory or the vectors are closed or damaged. The next change, or reopening, starts again.
      if (!(error instanceof VectorsGone)) this.#options.log(error);
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      return;
    }
    if (this.isBehind) {
      this.#schedule();
      return;
    }
    this.#isVerified = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    this.#options.caughtUp();
  }

  #step(): void {
    if (this.#comparedTo !== Number.POSITIVE_INFINITY) this.#compareSome();
    else if (this.#sweptTo !== Number.POSITIVE_INFINITY) this.#sweepSome();
    else this.#compareChanged();
  }

  #compareSome(): void {
    const lessons = lessonTextsAfter(this.#options.memory(), this.#comparedTo, PER_READ);
    for (const lesson of lessons) this.#compare(lesson.id, lesson);
    this.#comparedTo = lessons.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  }

  /** Removes vectors of lessons that are gone, for example by an undo while the file was closed. */
  #sweepSome(): void {
    const rows = this.#use((db) => embeddingsAfter(db, this.#sweptTo, PER_READ));
    for (const { lessonId } of rows) {
      if (lessonText(this.#options.memory(), lessonId) === null) this.#compare(lessonId, null);
    }
    this.#sweptTo = rows.at(-1)?.row ?? Number.POSITIVE_INFINITY;
  }

  #compareChanged(): void {
    for (const id of this.#changed) {
      this.#compare(id, lessonText(this.#options.memory(), id));
      this.#changed.delete(id);
      return;
    }
  }

  /** Updates what all sets hold of one lesson. */
  #compare(id: string, lesson: LessonText | null): void {
    const wanted = lesson && embeddingText(lesson);
    for (const set of this.#sets) {
      const stored = this.#embeddingIn(set, id);
      if (!stored) continue;
      if (stored.textHash !== wanted?.hash) {
        this.#use((db) => removeVector(db, set.id, id));
      } else if (lesson && stored.projectId !== lesson.projectId) {
        this.#use((db) => moveVector(db, set, id, lesson.projectId));
        this.#count(set.id, lesson.projectId, 1);
      } else continue;
      this.#count(set.id, stored.projectId, -1);
    }
    if (this.#isMissing(id, wanted !== null)) this.#missing.add(id);
    else this.#missing.delete(id);
  }

  #isMissing(id: string, hasText: boolean): boolean {
    if (!this.#options.wanted || !hasText || this.#skipped.has(id)) return false;
    const { target } = this;
    return !target || this.#embeddingIn(target, id) === null;
  }

  #embeddingIn({ id }: ModelSet, lessonId: string): StoredEmbedding | null {
    return this.#use((db) => findEmbedding(db, id, lessonId));
  }

  /** Counts are kept up to date, because every question needs them and counting would read the whole set. */
  #count(setId: number, projectId: string, change: 1 | -1): void {
    const known = this.#counts.get(setId);
    if (!known) return;
    const count = (known.get(projectId) ?? 0) + change;
    if (count > 0) known.set(projectId, count);
    else known.delete(projectId);
  }
}
