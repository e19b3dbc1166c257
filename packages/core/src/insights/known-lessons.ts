import {
  type CountedFacts,
  type CountedLesson,
  countedLessons,
  type InsightScope,
  type LessonMark,
  lessonMarks,
  parseList,
  type ReadableDb,
} from '@twicewise/store';
import { Made } from './made.ts';
import { type KeyedStatement, StatementKeys } from './statement-keys.ts';

/** What is counted of one lesson. Lessons that are alike share their facts, tags and statements. */
export interface KnownLesson {
  id: string;
  createdAt: string;
  facts: CountedFacts;
  /** Each once. */
  tags: readonly string[];
  /** What it says failed; null where its outcome says nothing about that. */
  failed: readonly KeyedStatement[] | null;
  /** What it says worked; null likewise. */
  worked: readonly KeyedStatement[] | null;
}

interface Known {
  rowHash: number;
  lesson: KnownLesson;
}

/** Number of lessons that one statement reads, so that their numbers make a short parameter. */
const READ_AT_ONCE = 1_000;

/**
 * Reads the lessons to count, with a cache across requests: reading whole rows takes longest, and most are as they were at the
 * last request. Belongs to one memory.
 */
export class KnownLessons {
  readonly #keys = new StatementKeys();
  readonly #known = new Made<number, Known>();
  readonly #facts = new Made<string, CountedFacts>();
  readonly #tags = new Made<string, readonly string[]>();
  readonly #atOnce: number;
  #read = 0;

  /** @param atOnce Maximum number of lessons that one statement reads. */
  constructor(atOnce: number = READ_AT_ONCE) {
    this.#atOnce = atOnce;
  }

  /** Number of lessons read so far, without those that were known. */
  get read(): number {
    return this.#read;
  }

  /** Number of keys of statements computed so far. */
  get keysMade(): number {
    return this.#keys.made;
  }

  /** The lessons of a scope, newest first. */
  of(db: ReadableDb, scope: InsightScope): { lesson: KnownLesson; isUnshown: LessonMark['isUnshown'] }[] {
    const marks = lessonMarks(db, scope);
    const found = marks.map(({ seq, rowHash }) => {
      const known = this.#known.find(seq);
      return known?.rowHash === rowHash ? known.lesson : undefined;
    });
    const read = this.#readAll(
      db,
      marks.filter((_, at) => found[at] === undefined),
    );
    return marks.flatMap(({ seq, isUnshown }, at) => {
      const lesson = found[at] ?? read.get(seq);
      return lesson ? [{ lesson, isUnshown }] : [];
    });
  }

  #readAll(db: ReadableDb, marks: readonly LessonMark[]): ReadonlyMap<number, KnownLesson> {
    const read = new Map<number, KnownLesson>();
    const hashes = new Map(marks.map(({ seq, rowHash }) => [seq, rowHash]));
    const seqs = [...hashes.keys()];
    for (let from = 0; from < seqs.length; from += this.#atOnce) {
      for (const row of countedLessons(db, seqs.slice(from, from + this.#atOnce))) {
        const lesson = this.#toKnown(row);
        read.set(row.seq, lesson);
        this.#known.add(row.seq, { rowHash: hashes.get(row.seq) ?? 0, lesson });
      }
    }
    this.#read += read.size;
    return read;
  }

  #toKnown({
    id,
    createdAt,
    tags,
    failed,
    worked,
    projectId,
    agent,
    outcome,
    source,
    author,
  }: CountedLesson): KnownLesson {
    const facts = { projectId, agent, outcome, source, author };
    return {
      id,
      createdAt,
      facts: this.#facts.of(JSON.stringify(facts), () => facts),
      tags: this.#tags.of(tags, () => [...new Set(parseList(tags))]),
      failed: failed === null ? null : this.#keys.ofList(failed),
      worked: worked === null ? null : this.#keys.ofList(worked),
    };
  }
}
