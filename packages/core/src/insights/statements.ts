import { MAX_INSIGHT_ROWS, MAX_STATEMENT_IDS, type StatementRow, type Statements } from '@twicewise/contract';
import type { KeyedStatement } from './statement-keys.ts';

/**
 * Counts how many lessons make a statement; near-identical wordings count together, and each lesson once. Statements of a single
 * lesson are left out.
 */
export class StatementCount {
  readonly #rows = new Map<string, StatementRow>();
  #lessons = 0;

  /** Adds a lesson. Newest first: the wording of the newest is shown. */
  add(id: string, statements: readonly KeyedStatement[]): void {
    this.#lessons++;
    for (const { key, text } of statements) {
      const row = this.#rows.get(key);
      if (!row) this.#rows.set(key, { text, count: 1, reflectionIds: [id] });
      else if (++row.count <= MAX_STATEMENT_IDS) row.reflectionIds.push(id);
    }
  }

  /** Most frequent first. Lessons were added newest first and the sort is stable, so of equal counts the newest leads. */
  result(): Statements {
    const repeated = [...this.#rows.values()].filter(({ count }) => count > 1).sort((a, b) => b.count - a.count);
    const leftOut = Math.max(0, repeated.length - MAX_INSIGHT_ROWS);
    return { rows: repeated.slice(0, MAX_INSIGHT_ROWS), leftOut, n: this.#lessons };
  }
}
