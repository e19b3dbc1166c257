import type { Insights } from '@twicewise/contract';
import { type CountedLesson, parseList } from '@twicewise/store';
import type { StatementKeys } from './statement-keys.ts';
import { StatementCount } from './statements.ts';
import { localDays } from './steps.ts';

/** Number of lessons that are alike in everything by which they are counted, except their tags and statements. */
export interface LessonCount extends Pick<CountedLesson, 'projectId' | 'agent' | 'outcome' | 'source' | 'author'> {
  /** The local day, as `YYYY-MM-DD`; null where the time is damaged. */
  day: string | null;
  count: number;
}

/** Number of lessons with a tag and an outcome. A lesson counts for each of its tags. */
export interface TagCount extends Pick<LessonCount, 'outcome' | 'source' | 'count'> {
  tag: string;
}

/** What the lessons of a scope are counted into. */
export interface LessonCounts extends Pick<Insights, 'failures' | 'strategies'> {
  groups: LessonCount[];
  tags: TagCount[];
}

/** Counts members with the same key; the first stands for all. */
class Groups<T> {
  readonly #byKey = new Map<string, T & { count: number }>();

  add(key: string, member: () => T): void {
    const known = this.#byKey.get(key);
    if (known) known.count++;
    else this.#byKey.set(key, { ...member(), count: 1 });
  }

  get all(): (T & { count: number })[] {
    return [...this.#byKey.values()];
  }
}

/** Counts lessons, newest first. Lists of tags are grouped as they are stored: there are far fewer of them than lessons. */
export function countLessons(lessons: Iterable<CountedLesson>, utcOffset: number, keys: StatementKeys): LessonCounts {
  const dayOf = localDays(utcOffset);
  const groups = new Groups<Omit<LessonCount, 'count'>>();
  const lists = new Groups<Pick<CountedLesson, 'tags' | 'outcome' | 'source'>>();
  const [failures, strategies] = [new StatementCount(), new StatementCount()];
  for (const { id, createdAt, projectId, agent, outcome, source, author, tags, failed, worked } of lessons) {
    const day = dayOf(createdAt);
    const facts = `${day} ${projectId} ${outcome} ${source} ${author} ${agent === null ? '' : `=${agent}`}`;
    groups.add(facts, () => ({ day, projectId, agent, outcome, source, author }));
    lists.add(`${outcome} ${source} ${tags}`, () => ({ tags, outcome, source }));
    if (failed !== null) failures.add(id, keys.ofList(failed));
    if (worked !== null) strategies.add(id, keys.ofList(worked));
  }
  return {
    groups: groups.all,
    // A set, because a lesson may list a tag twice.
    tags: lists.all.flatMap(({ tags, ...group }) => [...new Set(parseList(tags))].map((tag) => ({ tag, ...group }))),
    failures: failures.result(),
    strategies: strategies.result(),
  };
}
