/** A cell of a table: text that somebody stored, or a number of ours. */
export type Cell = string | number | null;

/** What a figure shows, as a table. */
export interface TableData {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** A spreadsheet takes text that begins so for a formula, and stored text may be anybody's. */
const FORMULA = /^[=+\-@\t\r]/;

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV (RFC 4180); text that would be a formula gets an apostrophe in front. */
export function toCsv({ columns, rows }: TableData): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
