import { MAX_INSIGHT_ROWS, MAX_STATEMENT_IDS, type Statements } from '@twicewise/contract';
import type { KeyedStatement } from './statement-keys.ts';

/** A statement and the lessons that make it. Most have one, so a list is made for the others alone. */
interface Counted {
  text: string;
  count: number;
  first: string;
  others: string[] | null;
}

function addTo(row: Counted, id: string): void {
  row.count++;
  if (row.others === null) row.others = [id];
  else if (row.others.length < MAX_STATEMENT_IDS - 1) row.others.push(id);
}

/**
 * Counts how many lessons make a statement; near-identical wordings count together, and each lesson once. Statements of a single
 * lesson are left out.
 */
export class StatementCount {
  readonly #rows = new Map<string, Counted>();
  #lessons = 0;

  /** Adds a lesson. Newest first: the wording of the newest is shown. */
  add(id: string, statements: readonly KeyedStatement[]): void {
    this.#lessons++;
    for (const { key, text } of statements) {
      const row = this.#rows.get(key);
      if (!row) this.#rows.set(key, { text, count: 1, first: id, others: null });
      else addTo(row, id);
    }
  }

  /** Most frequent first. Lessons were added newest first and the sort is stable, so of equal counts the newest leads. */
  result(): Statements {
    const repeated = [...this.#rows.values()].filter(({ count }) => count > 1).sort((a, b) => b.count - a.count);
    const leftOut = Math.max(0, repeated.length - MAX_INSIGHT_ROWS);
    const rows = repeated.slice(0, MAX_INSIGHT_ROWS).map(({ text, count, first, others }) => ({
      text,
      count,
      reflectionIds: [first, ...(others ?? [])],
    }));
    return { rows, leftOut, n: this.#lessons };
  }
}
