import {
  type AnswerPoint,
  AppError,
  type Insights,
  type LessonPoint,
  MAX_POINTS,
  type TimeStep,
} from '@twicewise/contract';
import {
  firstInstant,
  type InsightScope,
  projectNames,
  type ReadableDb,
  type TellingDay,
  tellingDays,
} from '@twicewise/store';
import type { InsightRequest } from '../runtime/second-thread.ts';
import { readAttemptInsights } from './attempt-insights.ts';
import { KnownLessons } from './known-lessons.ts';
import { countLessons, type LessonCount } from './lesson-counts.ts';
import { readMetrics } from './metrics.ts';
import { chooseStep, coarserWhereThin, countSteps, type Step, stepOf, stepsBetween } from './steps.ts';
import { countSources, mixOf, tally } from './tally.ts';

function lessonPoint({ from, until }: Step, rows: readonly LessonCount[]): LessonPoint {
  const authors = { person: 0, agent: 0, importer: 0 };
  for (const { author, count } of rows) authors[author] += count;
  return { from, until, ...tally(rows), sources: countSources(rows), authors };
}

function toAnswerPoint({ from, until }: Step, rows: readonly TellingDay[]): AnswerPoint {
  const point = { from, until, asked: 0, unasked: 0, shown: 0, tokens: 0 };
  for (const { asked, unasked, shown, tokens } of rows) {
    point.asked += asked;
    point.unasked += unasked;
    point.shown += shown;
    point.tokens += tokens;
  }
  return point;
}

/** Returns a function that gives the rows of each step. */
function perStep<Row extends { day: string | null }>(rows: readonly Row[], step: TimeStep): (at: Step) => Row[] {
  const groups = Map.groupBy(rows, ({ day }) => (day === null ? null : stepOf(day, step)));
  return ({ key }) => groups.get(key) ?? [];
}

/** The requested time. Without a beginning it begins with the first lesson; null where there is no data yet. */
function rangeOf(request: InsightRequest, first: string | null): { since: string | null; until: string } {
  // Plus one millisecond, because `until` is exclusive and what was stored just now belongs to it.
  const until = request.until ?? new Date(Date.parse(request.now) + 1).toISOString();
  return { since: request.since ?? first, until };
}

/** The steps of the requested time; none when there is no data yet. Throws `invalid_input` for too many. */
function stepsOf(request: InsightRequest, since: string | null, until: string, lessons: readonly LessonCount[]) {
  if (since === null || since >= until) return { step: request.step ?? 'day', steps: [] };
  const finest = () =>
    coarserWhereThin(chooseStep(since, until), countSteps(since, until, 'day'), knownPerDay(lessons));
  const step = request.step ?? finest();
  if (countSteps(since, until, step) > MAX_POINTS) {
    throw new AppError({
      code: 'invalid_input',
      reason: 'too_large',
      message: `From ${since.slice(0, 10)} to ${until.slice(0, 10)} there are more than ${MAX_POINTS} steps of a ${step}.`,
      hint: 'Ask for a coarser step (week or month), or for less time.',
    });
  }
  return { step, steps: stepsBetween(since, until, step, request.utcOffset) };
}

/** The known outcomes of each day with lessons. */
function knownPerDay(lessons: readonly LessonCount[]): ReadonlyMap<string, number> {
  const days = Map.groupBy(lessons, ({ day }) => day);
  return new Map([...days].flatMap(([day, rows]) => (day === null ? [] : [[day, tally(rows).success.n]])));
}

/** Computes `memory.insights`. Goes through every lesson of the scope, so do not run it on the thread that writes. */
export function readInsights(db: ReadableDb, request: InsightRequest, known = new KnownLessons()): Insights {
  const { projectId, utcOffset } = request;
  const { since, until } = rangeOf(request, firstInstant(db, projectId));
  const scope: InsightScope = { projectId, since: since ?? '', until };
  const counted = countLessons(known.of(db, scope), utcOffset);
  const { groups: lessons, tags, failures, strategies, neverShown } = counted;
  const names = projectNames(db, [...new Set(lessons.map((group) => group.projectId))]);
  const { step, steps } = stepsOf(request, since, until, lessons);
  const lessonsIn = perStep(lessons, step);
  const answersIn = perStep(tellingDays(db, scope, utcOffset), step);
  return {
    step,
    since,
    until: since === null ? null : until,
    total: tally(lessons),
    lessons: steps.map((at) => lessonPoint(at, lessonsIn(at))),
    tellings: steps.map((at) => toAnswerPoint(at, answersIn(at))),
    byProject: mixOf(
      lessons,
      (group) => group.projectId,
      (id) => names.get(id) ?? null,
    ),
    byTag: mixOf(tags, ({ tag }) => tag),
    byAgent: mixOf(lessons, ({ agent }) => agent),
    failures,
    strategies,
    neverShown,
    attempts: readAttemptInsights(db, scope, { steps, step, utcOffset }),
    metrics: readMetrics(db, projectId, since),
  };
}
