import {
  type Insights,
  MAX_INSIGHT_ROWS,
  MAX_STATEMENT_IDS,
  type StatementRow,
  type Statements,
} from '@twicewise/contract';
import type { LessonStatements } from '@twicewise/store';
import type { StatementKeys } from './statement-keys.ts';

/**
 * Counts how many lessons make a statement; near-identical wordings count together, and each lesson once. Statements of a single
 * lesson are left out.
 */
class StatementCount {
  readonly #rows = new Map<string, StatementRow>();
  readonly #keys: StatementKeys;
  #lessons = 0;

  constructor(keys: StatementKeys) {
    this.#keys = keys;
  }

  add(id: string, statements: readonly string[]): void {
    this.#lessons++;
    for (const [key, text] of keysOf(statements, this.#keys)) {
      const row = this.#rows.get(key) ?? { text, count: 0, reflectionIds: [] };
      row.count++;
      if (row.reflectionIds.length < MAX_STATEMENT_IDS) row.reflectionIds.push(id);
      this.#rows.set(key, row);
    }
  }

  /** Most frequent first. Lessons were added newest first and the sort is stable, so of equal counts the newest leads. */
  result(): Statements {
    const repeated = [...this.#rows.values()].filter(({ count }) => count > 1).sort((a, b) => b.count - a.count);
    const leftOut = Math.max(0, repeated.length - MAX_INSIGHT_ROWS);
    return { rows: repeated.slice(0, MAX_INSIGHT_ROWS), leftOut, n: this.#lessons };
  }
}

function keysOf(statements: readonly string[], known: StatementKeys): Map<string, string> {
  const keys = new Map<string, string>();
  for (const statement of statements) {
    const text = statement.trim();
    const key = known.of(text);
    if (key !== '' && !keys.has(key)) keys.set(key, text);
  }
  return keys;
}

/** Counts what lessons, newest first, say failed and what they say worked. */
export function countStatements(
  lessons: Iterable<LessonStatements>,
  keys: StatementKeys,
): Pick<Insights, 'failures' | 'strategies'> {
  const [failures, strategies] = [new StatementCount(keys), new StatementCount(keys)];
  for (const { id, failed, worked } of lessons) {
    if (failed) failures.add(id, failed);
    if (worked) strategies.add(id, worked);
  }
  return { failures: failures.result(), strategies: strategies.result() };
}
