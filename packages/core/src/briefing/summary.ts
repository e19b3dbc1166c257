import type { BySource, Outcome, Reflection, ReflectionSummary, SummaryEntry } from '@twicewise/contract';

/** Number of latest lessons whose statements are counted (S0-36). It limits the summary, not what is stored (X3). */
export const SUMMARY_WINDOW = 20;
/** Number of statements and lessons shown of each sort (S0-38). */
export const SUMMARY_TOP = 5;

/** Number of lessons with an outcome, by how the outcome is known. */
export interface OutcomeCount {
  outcome: Outcome;
  outcomeSource: Reflection['outcomeSource'];
  count: number;
}

/** The input of a summary; lists are newest first. */
export interface SummaryRows {
  /** Counts over all lessons of the project or session. */
  counts: readonly OutcomeCount[];
  /** The newest {@link SUMMARY_WINDOW} failures and partial successes; the source of what did not work (B0-17). */
  failed: readonly Reflection[];
  /** The newest {@link SUMMARY_WINDOW} successes and partial successes; the source of what worked. */
  worked: readonly Reflection[];
  /** The newest {@link SUMMARY_TOP} lessons of any outcome. */
  recent: readonly Reflection[];
}

export interface SummaryOptions {
  /** Maps near-identical statements to one form, keeping negations; for '' the lower-case text is used. */
  normalise: (text: string) => string;
}

/** Statements that count as the same. */
interface Group {
  count: number;
  /** Lower-case wording → its count, and its first original form. */
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
  // The sort is stable and groups come newest first, so of equal counts the newest leads, as in the source document.
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
 * Summary of a project or session. `totalReflections`, `successRate`, `commonFailures`, `effectiveStrategies` and `recentLessons`
 * follow the source document (S0-36, S0-38): lower case, most frequent first, at most five. The other fields say what these are
 * based on. Partial successes count on both sides, and wordings with the same normal form count together.
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
