import { plainText, type Reflection, type StatementRow, type Statements } from '@twicewise/contract';
import { type ReactNode, useState } from 'react';
import { Figure } from '../../elements/Chart/Figure.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { insights } from '../../strings/insights.ts';
import { FirstFive } from './FirstFive.tsx';

const words = insights.statements;
const { columns } = insights;

interface StatementListProps {
  sort: 'failures' | 'strategies';
  statements: Statements;
  /** Renders the lessons with these ids. */
  lessons: (ids: readonly Reflection['id'][]) => ReactNode;
}

function Statement({ row, lessons }: { row: StatementRow; lessons: StatementListProps['lessons'] }) {
  const [isOpen, setOpen] = useState(false);
  const { text, count: times, reflectionIds } = row;
  return (
    <li className="grid grid-cols-[minmax(3rem,auto)_minmax(0,1fr)] gap-x-2 border-line border-t py-2 first:border-t-0">
      <span className="font-medium tabular-nums">{words.times(times)}</span>
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere">
          {plainText(text)}
        </p>
        <TextLink className="min-h-6 text-ink-2 text-small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hide : words.show(times)}
        </TextLink>
        {isOpen && (
          <>
            {lessons(reflectionIds)}
            {reflectionIds.length < times && (
              <p className="text-ink-3 text-small">{words.first(reflectionIds.length, times)}</p>
            )}
          </>
        )}
      </div>
    </li>
  );
}

/** The statements that most often failed or worked, each with the lessons that contain it. */
export function StatementList({ sort, statements, lessons }: StatementListProps) {
  const { rows, leftOut, n } = statements;
  const text = sort === 'failures' ? words.failuresText : words.strategiesText;
  const finding = rows.length === 0 ? words.none(n) : [text, words.listed(rows.length, leftOut)].join(' ').trim();
  const table = {
    columns: [columns.statement, columns.lessons],
    rows: rows.map(({ text: said, count: times }) => [said, times]),
  };
  return (
    <Figure shape="list" name={sort} finding={finding} table={table}>
      {rows.length === 0
        ? undefined
        : () => (
            <FirstFive
              name={sort}
              rows={rows}
              draw={(row) => <Statement key={row.text} row={row} lessons={lessons} />}
            />
          )}
    </Figure>
  );
}
