/** The result of one scenario in one client: it works, it fails, or the client cannot run it. */
export type Cell = 'yes' | 'no' | '–';

/** One client in one version. */
export interface Row {
  readonly client: string;
  readonly version: string;
  /** Results by the heading of their column; what was never tried is absent. */
  readonly cells: Readonly<Record<string, Cell>>;
  /** Why a cell is not "yes", by the heading of its column. */
  readonly notes: Readonly<Record<string, string>>;
  /** Day of the latest run, such as 2026-11-23. */
  readonly checked: string;
}

/** A column of the table. */
export interface Column {
  readonly heading: string;
  /** What a "yes" in this column proves, as a sentence. */
  readonly proves: string;
}

const BEGIN = '<!-- written by check:agents: begin -->';
const END = '<!-- written by check:agents: end -->';
const NOTE = /^- (?<client>.+?) (?<version>\d\S*), (?<heading>[^:]+): (?<note>.+)$/;

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function isCell(text: string | undefined): text is Cell {
  return text === 'yes' || text === 'no' || text === '–';
}

function readNotes(lines: readonly string[], client: string, version: string): Record<string, string> {
  const found = lines.map((line) => NOTE.exec(line)?.groups).filter((groups) => groups !== undefined);
  const own = found.filter((one) => one.client === client && one.version === version);
  return Object.fromEntries(own.map(({ heading = '', note = '' }) => [heading, note]));
}

/** The rows between the marks of a page. */
export function readRows(page: string): Row[] {
  const lines = between(page).split('\n');
  const [head = '', , ...body] = lines.filter((line) => line.startsWith('|'));
  const headings = cellsOf(head).slice(2, -1);
  return body.map((line) => {
    const all = cellsOf(line);
    const [client = '', version = ''] = all;
    const known = headings.flatMap((heading, index) => {
      const cell = all[index + 2];
      return isCell(cell) ? [[heading, cell] as const] : [];
    });
    const notes = readNotes(lines, client, version);
    return { client, version, cells: Object.fromEntries(known), notes, checked: all.at(-1) ?? '' };
  });
}

function between(page: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`the page has no "${BEGIN}" before an "${END}"`);
  return page.slice(from + BEGIN.length, to);
}

/** Merges the results of a run into a row; columns that were not run stay unchanged. */
export function withFound(rows: readonly Row[], found: Row): Row[] {
  const at = rows.findIndex(({ client, version }) => client === found.client && version === found.version);
  const known = rows[at];
  if (!known) return [...rows, found];
  const kept = Object.entries(known.notes).filter(([heading]) => !(heading in found.cells));
  const notes = { ...Object.fromEntries(kept), ...found.notes };
  return rows.with(at, { ...found, cells: { ...known.cells, ...found.cells }, notes });
}

/** The text on one line, so that it stays one item of a list. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function written(rows: readonly Row[], columns: readonly Column[]): string {
  const headings = columns.map(({ heading }) => heading);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    line(['client', 'version', ...headings, 'checked']),
    line(['---', '---', ...headings.map(() => ':-:'), '---']),
    ...rows.map(({ client, version, cells, checked }) =>
      line([client, version, ...headings.map((heading) => cells[heading] ?? ''), checked]),
    ),
  ];
  const notes = rows.flatMap(({ client, version, notes }) =>
    headings
      .filter((heading) => notes[heading] !== undefined)
      .map((heading) => `- ${client} ${version}, ${heading}: ${oneLine(notes[heading] ?? '')}`),
  );
  const legend = columns.map(({ heading, proves }) => `- **${heading}**: ${oneLine(proves)}`);
  return [
    '',
    '',
    ...table,
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
    'The columns:',
    '',
    ...legend,
    '',
    '',
  ].join('\n');
}

/** The page with a new table; the prose around the marks stays. */
export function withRows(page: string, rows: readonly Row[], columns: readonly Column[]): string {
  between(page);
  const inOrder = rows.toSorted((a, b) => a.client.localeCompare(b.client) || newestFirst(a.version, b.version));
  const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  return page.slice(0, from) + written(inOrder, columns) + page.slice(to);
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}
