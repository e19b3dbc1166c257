/** A cell of a table: stored text, or a computed number. */
export type Cell = string | number | null;

/** The content of a figure, as a table. */
export interface TableData {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** A spreadsheet reads text with this start as a formula, and anybody may have written stored text. */
const FORMULA = /^[=+\-@\t\r]/;

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV (RFC 4180); an apostrophe is put before text that would be a formula. */
export function toCsv({ columns, rows }: TableData): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
