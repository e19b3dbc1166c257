import {
  type LessonIndex,
  type Opposition,
  oppositionsOf,
  type Profile,
  profileOf,
  type Resemblance,
  resemblanceOf,
} from '@twicewise/search';
import { lessonText, type PairSort, type ReadableDb } from '@twicewise/store';
import type { PartKey } from '../../runtime/parts.ts';
import { type LessonPair, PairShelf } from './pair-shelf.ts';

/** Two lessons that probably say the same. */
export type Suspect = LessonPair & { why: Resemblance };
/** Two lessons that say opposite things. */
export type Contradiction = LessonPair & { statements: Opposition[] };

/** Longest time a slice holds the thread, in milliseconds; one lesson is the least. */
const SLICE_MS = 2;
/** Least pause between slices, in milliseconds, and so many times as long as the slice: most of the thread is left for requests. */
const PAUSE_MS = 6;
const PAUSE_RATIO = 3;
/** Lessons that one is compared with: those that the search index finds nearest. */
export const CANDIDATES = 12;
/** Least relevance of these. */
const MIN_RELEVANCE = 0.15;
/** Most pairs kept of each kind; a person decides some dozens at a time. */
const MAX_PAIRS = 2000;
/** Lessons whose words are kept between comparisons. */
const MAX_PROFILES = 2000;
/** Time between two announcements of progress, in milliseconds. */
const TELL_MS = 1000;
/** Longest wait for the comparison by a request that follows a change, in milliseconds. */
const PATIENCE_MS = 300;

const IN_USE: readonly string[] = ['draft', 'accepted'];

interface Sources {
  db: () => ReadableDb;
  /** The search index; null while it is behind the file. */
  index: () => LessonIndex | null;
  /** Whether a person looked at a pair and let it be. */
  isDismissed: (sort: PairSort, one: string, other: string) => boolean;
  /** What was found has changed. */
  changed: () => void;
  log: (error: unknown) => void;
}

/**
 * Finds pairs of lessons that a person should look at, in short slices beside everything else. Each lesson is compared
 * with its neighbours in the search index only. It begins when somebody asks for the first time, then follows each
 * commit; all of it is in memory, as the index is.
 */
export class Comparer {
  readonly suspects = new PairShelf<Suspect>(MAX_PAIRS);
  readonly contradictions = new PairShelf<Contradiction>(MAX_PAIRS);
  /** Work done, so that tests bound it without a clock. */
  readonly work = { lessons: 0, comparisons: 0 };
  readonly #sources: Sources;
  readonly #profiles = new Map<string, Profile>();
  readonly #waiting = new Set<string>();
  readonly #settled = new Set<() => void>();
  #lessons = 0;
  #toldAt = 0;
  #pause = PAUSE_MS;
  #begun = false;
  #isListed = false;
  #hasNews = false;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Lessons there are, and those of them that were compared already. */
  get progress(): { compared: number; lessons: number; isDone: boolean } {
    this.#lessons = this.#sources.index()?.table.size ?? this.#lessons;
    const waiting = this.#isListed ? this.#waiting.size : this.#lessons;
    return { lessons: this.#lessons, compared: Math.max(0, this.#lessons - waiting), isDone: this.isSettled };
  }

  /** True when everything committed so far was compared. */
  get isSettled(): boolean {
    return this.#begun && this.#isListed && this.#waiting.size === 0;
  }

  /** Begins if nobody asked before, and waits a moment for what is not compared yet. */
  async ask(): Promise<void> {
    this.#begun = true;
    this.#again();
    if (this.isSettled || this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => done(), PATIENCE_MS).unref();
      const done = () => {
        clearTimeout(timer);
        this.#settled.delete(done);
        resolve();
      };
      this.#settled.add(done);
      this.#schedule();
    });
    // Who was answered before the end is told of it.
    if (!this.isSettled) this.#hasNews = true;
  }

  /** Lessons that a commit has written, changed or removed. */
  note(ids: Iterable<string>): void {
    if (!this.#begun) return;
    for (const id of ids) {
      this.#forget(id);
      this.#waiting.add(id);
    }
    this.#schedule();
  }

  /** Forgets everything: the file is another one now. */
  restart(): void {
    this.#isListed = false;
    this.#waiting.clear();
    this.#profiles.clear();
    this.suspects.clear();
    this.contradictions.clear();
    this.#schedule();
  }

  /** Stops; who waits gets what there is. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const done of [...this.#settled]) done();
  }

  /** What was left out for want of room is found by comparing again, once half of the others are decided. */
  #again(): void {
    const isDue = [this.suspects, this.contradictions].some(
      ({ hasDropped, size }) => hasDropped && size < MAX_PAIRS / 2,
    );
    if (isDue && this.isSettled) this.restart();
  }

  #forget(id: string): void {
    this.#profiles.delete(id);
    const partners = [...this.suspects.forget(id), ...this.contradictions.forget(id)];
    for (const partner of partners) this.#waiting.add(partner);
    if (partners.length > 0) this.#hasNews = true;
  }

  #schedule(): void {
    if (!this.#begun || this.#isClosed || this.isSettled) return;
    this.#timer ??= setTimeout(() => this.#work(), this.#pause).unref();
  }

  #work(): void {
    this.#timer = null;
    if (this.#isClosed) return;
    try {
      const index = this.#sources.index();
      const from = performance.now();
      if (index) this.#slice(index);
      this.#pause = Math.max(PAUSE_MS, PAUSE_RATIO * (performance.now() - from));
    } catch (error) {
      // The memory is closed for a moment, or damaged; the next request tries again.
      this.#sources.log(error);
      for (const done of [...this.#settled]) done();
      return;
    }
    this.#tell();
    if (this.isSettled) for (const done of [...this.#settled]) done();
    else this.#schedule();
  }

  #tell(): void {
    const now = performance.now();
    if (!this.#hasNews || (!this.isSettled && now - this.#toldAt < TELL_MS)) return;
    this.#toldAt = now;
    // Progress is news until the end.
    this.#hasNews = !this.isSettled;
    this.#sources.changed();
  }

  #slice(index: LessonIndex): void {
    this.#list(index);
    const until = performance.now() + SLICE_MS;
    for (const id of this.#waiting) {
      this.#waiting.delete(id);
      this.#compare(id, index);
      if (performance.now() >= until) return;
    }
  }

  /** Every lesson, those that came last first. */
  #list({ table }: LessonIndex): void {
    if (this.#isListed) return;
    for (let slot = table.slotCount - 1; slot >= 0; slot--)
      if (table.isAlive(slot)) this.#waiting.add(table.idOf(slot));
    this.#isListed = true;
  }

  #compare(id: string, index: LessonIndex): void {
    this.work.lessons++;
    const own = this.#profile(id);
    if (!own) return;
    const accept = { states: IN_USE, projectIds: [own.projectId] };
    const { hits } = index.similar(id, { limit: CANDIDATES, minRelevance: MIN_RELEVANCE, accept });
    for (const hit of hits) {
      const other = this.#profile(hit.id);
      if (other) this.#judge(own, other);
    }
  }

  #judge(first: Profile, second: Profile): void {
    this.work.comparisons++;
    const [one, other] = first.seq < second.seq ? [first, second] : [second, first];
    const pair = { one: one.id, other: other.id, projectId: one.projectId };
    const isOpen = (sort: PairSort) => !this.#sources.isDismissed(sort, one.id, other.id);
    const why = resemblanceOf(one, other);
    if (why && isOpen('suspect')) this.suspects.add({ ...pair, score: why.score, why });
    const statements = oppositionsOf(one, other);
    // The newest first: what is said now matters more than what was said once.
    if (statements.length > 0 && isOpen('contradiction'))
      this.contradictions.add({ ...pair, score: other.seq, statements });
    if (why || statements.length > 0) this.#hasNews = true;
  }

  /** Words of a lesson in use; null for any other. */
  #profile(id: string): Profile | null {
    const known = this.#profiles.get(id);
    if (known) return known;
    const lesson = lessonText(this.#sources.db(), id);
    if (!lesson || lesson.isDeleted || !IN_USE.includes(lesson.state)) return null;
    const profile = profileOf(lesson);
    this.#profiles.set(id, profile);
    if (this.#profiles.size > MAX_PROFILES) {
      const [oldest] = this.#profiles.keys();
      if (oldest !== undefined) this.#profiles.delete(oldest);
    }
    return profile;
  }
}

/** Pairs of lessons that a person should look at, among the parts of the core. */
export const COMPARER: PartKey<Comparer> = { name: 'the comparer' };
