import type { Insights } from '@twicewise/contract';
import { type CountedFacts, type CountedLesson, parseList, readFacts } from '@twicewise/store';
import type { StatementKeys } from './statement-keys.ts';
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
  lists: Map<string, number>;
}

function addOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The counts per list of tags, as counts per tag. Lists are read here, because there are far fewer of them than lessons. */
function perTag({ lists }: Alike, { outcome, source }: CountedFacts): TagCount[] {
  // A set, because a lesson may list a tag twice.
  return [...lists].flatMap(([list, count]) =>
    [...new Set(parseList(list))].map((tag) => ({ tag, outcome, source, count })),
  );
}

/** Counts lessons, newest first. */
export function countLessons(lessons: Iterable<CountedLesson>, utcOffset: number, keys: StatementKeys): LessonCounts {
  const dayOf = localDays(utcOffset);
  const byFacts = new Map<string, Alike>();
  const [failures, strategies] = [new StatementCount(), new StatementCount()];
  const neverShown = { value: 0, n: 0 };
  for (const lesson of lessons) {
    const alike = byFacts.get(lesson.facts) ?? { days: new Map(), lists: new Map() };
    if (alike.days.size === 0) byFacts.set(lesson.facts, alike);
    addOne(alike.days, dayOf(lesson.createdAt));
    addOne(alike.lists, lesson.tags);
    if (lesson.failed !== null) failures.add(lesson.id, keys.ofList(lesson.failed));
    if (lesson.worked !== null) strategies.add(lesson.id, keys.ofList(lesson.worked));
    if (lesson.isUnshown === null) continue;
    neverShown.n++;
    neverShown.value += lesson.isUnshown;
  }
  const kinds = [...byFacts].map(([facts, alike]) => ({ facts: readFacts(facts), alike }));
  return {
    groups: kinds.flatMap(({ facts, alike }) => [...alike.days].map(([day, count]) => ({ ...facts, day, count }))),
    tags: kinds.flatMap(({ facts, alike }) => perTag(alike, facts)),
    failures: failures.result(),
    strategies: strategies.result(),
    neverShown,
  };
}
