import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { chart as words } from '../../strings/chart.ts';
import type { InsightsPart } from '../../strings/insights-parts.ts';
import { count } from '../../strings.ts';
import { Button } from '../Button/Button.tsx';
import { TextLink } from '../TextLink/TextLink.tsx';
import { type Cell, type TableData, toCsv } from './csv.ts';
import { FigureTitle } from './FigureTitle.tsx';
import { saveFile, toSvgFile } from './svg.ts';

/** A table whose rows can be links. */
interface FigureTable extends TableData {
  /** How a number is shown, if not as a count; files contain the value itself. */
  show?: (value: number, column: number) => string;
  /** By row, opens what it stands for; undefined for a row that stands for nothing that can be opened. */
  openers?: readonly ((() => void) | undefined)[];
}

interface FigureProps {
  /** What the figure shows, as a sentence with numbers; or why it is not drawn. */
  finding: string;
  /** Its name in links, and of the saved files, without extension; its title follows from it. */
  name: InsightsPart;
  table: FigureTable;
  /** Absent when there is too little to draw; then only the table is shown. */
  children?: ((drawing: RefObject<SVGSVGElement | null>) => ReactNode) | undefined;
  /**
   * What the content is: a `picture` has a table and can be saved, `bars` have a table, a `list` needs none, because it is one to read.
   */
  shape?: 'picture' | 'bars' | 'list';
}

function Table({ name, table }: Pick<FigureProps, 'name' | 'table'>) {
  const { columns, rows, show = count, openers } = table;
  const text = (cell: Cell, column: number) => (typeof cell === 'number' ? show(cell, column) : cell);
  return (
    // Tab reaches it, because it scrolls.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reachable by keys
    <section tabIndex={0} aria-labelledby={name} className="max-h-80 overflow-auto border-line border-y">
      <table className="w-full text-small tabular-nums">
        <thead className="sticky top-0 bg-reading text-ink-2">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`h-7 px-2 font-medium ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={String(row[0])} className="border-line border-t">
              {row.map((cell, column) => (
                <td
                  key={columns[column]}
                  dir={column === 0 ? 'auto' : undefined}
                  className={`h-7 px-2 ${column === 0 ? 'wrap-anywhere text-left' : 'text-right'}`}
                >
                  {column === 0 && openers?.[index] ? (
                    <TextLink onClick={openers[index]} className="min-h-6 text-left">
                      {text(cell, column)}
                    </TextLink>
                  ) : (
                    text(cell, column)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A figure: its finding in words, the drawing or the table with the same content, and both as files. */
export function Figure({ finding, name, table, children, shape = 'picture' }: FigureProps) {
  const [asTable, setAsTable] = useState(false);
  const drawing = useRef<SVGSVGElement>(null);
  const isDrawn = children !== undefined && !asTable;
  const saveSvg = () => drawing.current && saveFile(`${name}.svg`, 'image/svg+xml', toSvgFile(drawing.current));
  return (
    <figure aria-labelledby={name} className="border-line border-t py-5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <FigureTitle name={name} />
        <div className="ml-auto flex items-center gap-1">
          {children && shape !== 'list' && (
            <Button tone="quiet" data-deed="table numbers" onClick={() => setAsTable(!asTable)}>
              {asTable ? words.chart : words.table}
            </Button>
          )}
          {isDrawn && shape === 'picture' && (
            <Button tone="quiet" data-deed="export picture" onClick={saveSvg}>
              {words.saveSvg}
            </Button>
          )}
          {table.rows.length > 0 && (
            <Button tone="quiet" data-deed="export" onClick={() => saveFile(`${name}.csv`, 'text/csv', toCsv(table))}>
              {words.saveCsv}
            </Button>
          )}
        </div>
      </div>
      <figcaption className="mb-2 max-w-[72ch] text-ink-2">{finding}</figcaption>
      {isDrawn ? children(drawing) : table.rows.length > 0 && <Table name={name} table={table} />}
    </figure>
  );
}
