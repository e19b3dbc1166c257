import { MAX_INSIGHT_ROWS, MAX_STATEMENT_IDS, type StatementRow, type Statements } from '@twicewise/contract';
import type { Said } from '@twicewise/store';
import type { StatementKeys } from './statement-keys.ts';

/**
 * Counts how many lessons make a statement; near-identical wordings count together, and each lesson once. Statements of a single
 * lesson are left out.
 */
export function countStatements(lessons: Iterable<Said>, keys: StatementKeys): Statements {
  const rows = new Map<string, StatementRow>();
  let n = 0;
  for (const { id, statements } of lessons) {
    n++;
    for (const [key, text] of keysOf(statements, keys)) {
      const row = rows.get(key) ?? { text, count: 0, reflectionIds: [] };
      row.count++;
      if (row.reflectionIds.length < MAX_STATEMENT_IDS) row.reflectionIds.push(id);
      rows.set(key, row);
    }
  }
  // Lessons come newest first and the sort is stable, so of equal counts the newest leads.
  const repeated = [...rows.values()].filter(({ count }) => count > 1).sort((a, b) => b.count - a.count);
  return { rows: repeated.slice(0, MAX_INSIGHT_ROWS), leftOut: Math.max(0, repeated.length - MAX_INSIGHT_ROWS), n };
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
