import type { BySource, Outcome, Reflection, ReflectionSummary, SummaryEntry } from '@twicewise/contract';

/** Latest lessons whose statements are counted (S0-36). A window bounds what is said, not what is stored (X3). */
export const SUMMARY_WINDOW = 20;
/** Statements and lessons shown of each sort (S0-38). */
export const SUMMARY_TOP = 5;

/** How many lessons have an outcome, known in a certain way. */
export interface OutcomeCount {
  outcome: Outcome;
  outcomeSource: Reflection['outcomeSource'];
  count: number;
}

/** What a summary is made from; lists are newest first. */
export interface SummaryRows {
  /** Over all lessons of the project or session. */
  counts: readonly OutcomeCount[];
  /** The newest {@link SUMMARY_WINDOW} failures and partial successes: what did not work is read from them (B0-17). */
  failed: readonly Reflection[];
  /** The newest {@link SUMMARY_WINDOW} successes and partial successes: what worked is read from them. */
  worked: readonly Reflection[];
  /** The newest {@link SUMMARY_TOP} of any outcome. */
  recent: readonly Reflection[];
}

/** Settings of a summary. */
export interface SummaryOptions {
  /** Form under which near-identical statements are the same, negations kept; '' falls back to lower case. */
  normalise: (text: string) => string;
}

/** Statements that count as one. */
interface Group {
  count: number;
  /** Wording in lower case → how often, and as first met. */
  wordings: Map<string, { count: number; text: string }>;
  lessons: Map<string, Reflection>;
}

function groupStatements(
  lessons: readonly Reflection[],
  statementsOf: (lesson: Reflection) => readonly string[],
  normalise: (text: string) => string,
): Group[] {
  const groups = new Map<string, Group>();
  for (const lesson of lessons) {
    for (const text of statementsOf(lesson)) {
      const wording = text.toLowerCase().trim();
      const key = normalise(text) || wording;
      const group = groups.get(key) ?? { count: 0, wordings: new Map(), lessons: new Map() };
      group.count++;
      const count = (group.wordings.get(wording)?.count ?? 0) + 1;
      group.wordings.set(wording, { count, text: group.wordings.get(wording)?.text ?? text });
      groups.set(key, group);
      group.lessons.set(lesson.id, lesson);
    }
  }
  // The sort is stable and groups were met newest first: of equals the newest leads, as in the source document.
  return [...groups.values()].sort((a, b) => b.count - a.count).slice(0, SUMMARY_TOP);
}

function mostFrequent({ wordings }: Group): { wording: string; text: string } {
  let best = { wording: '', text: '', count: 0 };
  for (const [wording, { count, text }] of wordings) if (count > best.count) best = { wording, text, count };
  return best;
}

function countSources(counts: readonly Omit<OutcomeCount, 'outcome'>[]): BySource {
  const sources: BySource = { measured: 0, reported: 0, defaulted: 0, corrected: 0 };
  for (const { outcomeSource, count } of counts) sources[outcomeSource] += count;
  return sources;
}

function toEntry(group: Group, n: number): SummaryEntry {
  const lessons = [...group.lessons.values()];
  return {
    text: mostFrequent(group).text.trim(),
    count: group.count,
    n,
    lessonIds: lessons.map(({ id }) => id),
    sources: countSources(lessons.map(({ outcomeSource }) => ({ outcomeSource, count: 1 }))),
  };
}

function sum(counts: readonly OutcomeCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

function successAmong(counts: readonly OutcomeCount[]): { value: number | null; n: number } {
  const known = counts.filter(({ outcome }) => outcome !== 'unknown');
  const n = sum(known);
  return { value: n === 0 ? null : sum(known.filter(({ outcome }) => outcome === 'success')) / n, n };
}

/**
 * Summary of a project or session. `totalReflections`, `successRate`, `commonFailures`, `effectiveStrategies` and
 * `recentLessons` are those of the source document (S0-36, S0-38): lower-cased, most frequent first, five at most. The
 * rest says what they rest on. Partial successes count on both sides, and wordings that normalise alike count together.
 */
export function summarise(rows: SummaryRows, { normalise }: SummaryOptions): ReflectionSummary {
  const { counts, failed, worked, recent } = rows;
  const withOutcome = (wanted: Outcome) => sum(counts.filter(({ outcome }) => outcome === wanted));
  const total = sum(counts);
  const failures = groupStatements(failed, (lesson) => lesson.whatDidNotWork, normalise);
  const strategies = groupStatements(worked, (lesson) => lesson.whatWorked, normalise);
  const checked = counts.filter(({ outcomeSource }) => outcomeSource === 'measured' || outcomeSource === 'corrected');
  return {
    totalReflections: total,
    successRate: total > 0 ? withOutcome('success') / total : 0,
    commonFailures: failures.map((group) => mostFrequent(group).wording),
    effectiveStrategies: strategies.map((group) => mostFrequent(group).wording),
    recentLessons: [...recent],
    outcomes: {
      success: withOutcome('success'),
      partial: withOutcome('partial'),
      failure: withOutcome('failure'),
      unknown: withOutcome('unknown'),
    },
    sources: countSources(counts),
    success: successAmong(counts),
    measuredSuccess: successAmong(checked),
    failures: failures.map((group) => toEntry(group, failed.length)),
    strategies: strategies.map((group) => toEntry(group, worked.length)),
  };
}
