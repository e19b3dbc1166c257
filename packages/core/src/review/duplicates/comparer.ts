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

/** Maximum time that a slice holds the thread, in milliseconds. A slice compares at least one lesson. */
const SLICE_MS = 2;
/**
 * Minimum pause between slices in milliseconds, and its minimum length relative to the slice. It leaves most of the thread to
 * requests.
 */
const PAUSE_MS = 6;
const PAUSE_RATIO = 3;
/** Number of lessons that each is compared with: the nearest in the search index. */
export const CANDIDATES = 12;
/** Minimum relevance of these. */
const MIN_RELEVANCE = 0.15;
/** Maximum number of pairs of each kind; a person decides a few dozen at a time. */
const MAX_PAIRS = 2000;
/** Number of lessons whose words are cached between comparisons. */
const MAX_PROFILES = 2000;
/** Interval between announcements of progress, in milliseconds. */
const TELL_MS = 1000;
/** Maximum time that a request waits for comparisons after a change, in milliseconds. */
const PATIENCE_MS = 300;

const IN_USE: readonly string[] = ['draft', 'accepted'];

interface Sources {
  db: () => ReadableDb;
  /** The search index; null while it is behind the file. */
  index: () => LessonIndex | null;
  /** Whether a person dismissed a pair. */
  isDismissed: (sort: PairSort, one: string, other: string) => boolean;
  /** Called when the found pairs changed. */
  changed: () => void;
  log: (error: unknown) => void;
}

/**
 * Finds pairs of lessons that a person should look at, in short slices between other work. Each lesson is compared only with its
 * neighbours in the search index. The work starts with the first request and then follows each commit. Like the index, the result
 * is kept in memory only.
 */
export class Comparer {
  readonly suspects = new PairShelf<Suspect>(MAX_PAIRS);
  readonly contradictions = new PairShelf<Contradiction>(MAX_PAIRS);
  /** Amount of work done, so that tests can bound it without a clock. */
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

  /** Number of lessons, and how many of them were compared. */
  get progress(): { compared: number; lessons: number; isDone: boolean } {
    this.#lessons = this.#sources.index()?.table.size ?? this.#lessons;
    const waiting = this.#isListed ? this.#waiting.size : this.#lessons;
    return { lessons: this.#lessons, compared: Math.max(0, this.#lessons - waiting), isDone: this.isSettled };
  }

  /** True when everything committed so far was compared. */
  get isSettled(): boolean {
    return this.#begun && this.#isListed && this.#waiting.size === 0;
  }

  /** Starts on the first request, and waits briefly for pending comparisons. */
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
    // Callers that were answered before the end are notified when it is done.
    if (!this.isSettled) this.#hasNews = true;
  }

  /** Notes lessons that a commit wrote, changed or removed. */
  note(ids: Iterable<string>): void {
    if (!this.#begun) return;
    for (const id of ids) {
      this.#forget(id);
      this.#waiting.add(id);
    }
    this.#schedule();
  }

  /** Clears everything and starts again, because another file is open now. */
  restart(): void {
    this.#isListed = false;
    this.#waiting.clear();
    this.#profiles.clear();
    this.suspects.clear();
    this.contradictions.clear();
    this.#schedule();
  }

  /** Stops. Pending requests get the pairs found so far. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const done of [...this.#settled]) done();
  }

  /** Pairs dropped for lack of space are found by comparing again, once half of the others are decided. */
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
    // Progress is announced until everything is compared.
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

  /** Queues all lessons, newest first. */
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
    // By recency, because a new contradiction matters more than an old one.
    if (statements.length > 0 && isOpen('contradiction'))
      this.contradictions.add({ ...pair, score: other.seq, statements });
    if (why || statements.length > 0) this.#hasNews = true;
  }

  /** The words of a lesson in use; null for any other. */
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

/** The key of the comparer among the parts of the core. */
export const COMPARER: PartKey<Comparer> = { name: 'the comparer' };
