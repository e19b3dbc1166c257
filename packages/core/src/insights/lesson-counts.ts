import type { Insights } from '@twicewise/contract';
import type { CountedFacts } from '@twicewise/store';
import type { KnownLessons } from './known-lessons.ts';
import { StatementCount } from './statements.ts';
import { localDays } from './steps.ts';

/** Number of lessons that are alike in everything by which they are counted, except their tags and statements. */
export interface LessonCount extends CountedFacts {
  /** The local day, as `YYYY-MM-DD`; null where the time is damaged. */
  day: string | null;
  count: number;
}

/** Number of lessons with a tag and an outcome. A lesson counts for each of its tags. */
export interface TagCount extends Pick<LessonCount, 'outcome' | 'source' | 'count'> {
  tag: string;
}

/** What the lessons of a scope are counted into. */
export interface LessonCounts extends Pick<Insights, 'failures' | 'strategies' | 'neverShown'> {
  groups: LessonCount[];
  tags: TagCount[];
}

/** Lessons with the same facts: how many of them there are of each day, and with each list of tags. */
interface Alike {
  days: Map<string | null, number>;
  lists: Map<readonly string[], number>;
}

function addOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The counts per list of tags, as counts per tag; there are far fewer lists than lessons. */
function perTag({ lists }: Alike, { outcome, source }: CountedFacts): TagCount[] {
  return [...lists].flatMap(([tags, count]) => tags.map((tag) => ({ tag, outcome, source, count })));
}

/** Counts lessons, newest first. */
export function countLessons(lessons: ReturnType<KnownLessons['of']>, utcOffset: number): LessonCounts {
  const dayOf = localDays(utcOffset);
  const byFacts = new Map<CountedFacts, Alike>();
  const [failures, strategies] = [new StatementCount(), new StatementCount()];
  const neverShown = { value: 0, n: 0 };
  for (const { lesson, isUnshown } of lessons) {
    const alike = byFacts.get(lesson.facts) ?? { days: new Map(), lists: new Map() };
    if (alike.days.size === 0) byFacts.set(lesson.facts, alike);
    addOne(alike.days, dayOf(lesson.createdAt));
    addOne(alike.lists, lesson.tags);
    if (lesson.failed !== null) failures.add(lesson.id, lesson.failed);
    if (lesson.worked !== null) strategies.add(lesson.id, lesson.worked);
    if (isUnshown === null) continue;
    neverShown.n++;
    neverShown.value += isUnshown;
  }
  return {
    groups: [...byFacts].flatMap(([facts, alike]) => [...alike.days].map(([day, count]) => ({ ...facts, day, count }))),
    tags: [...byFacts].flatMap(([facts, alike]) => perTag(alike, facts)),
    failures: failures.result(),
    strategies: strategies.result(),
    neverShown,
  };
}
