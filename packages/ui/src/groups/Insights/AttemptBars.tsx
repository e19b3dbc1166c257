import type { AttemptInsights } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { Figure } from '../../elements/Chart/Figure.tsx';
import { insights } from '../../strings/insights.ts';
import { count, percent, strings } from '../../strings.ts';
import { FirstFive } from './FirstFive.tsx';
import { type ShowAttempts, useShownAttempts } from './ShownAttempts.tsx';

const words = insights.attempts;
const { columns } = insights;

interface FigureProps {
  found: AttemptInsights;
  attempts: ShowAttempts;
}

interface LineProps {
  name: string;
  ids: readonly string[];
  attempts: ShowAttempts;
  children: ReactNode;
}

/** One line of a figure: what it is of, its numbers, and the attempts behind them. */
function Line({ name, ids, attempts, children }: LineProps) {
  const { toggle, list } = useShownAttempts(ids, attempts);
  return (
    <li className="grid grid-cols-[minmax(7rem,12rem)_minmax(0,1fr)] items-baseline gap-3 border-line border-t py-2 text-small tabular-nums first:border-t-0">
      <span className="font-medium">{name}</span>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        {children}
        {toggle}
      </div>
      {list && <div className="col-span-full min-w-0">{list}</div>}
    </li>
  );
}

/** How many attempts tasks took until they succeeded, before a lesson was first shown in their project and after. */
export function AttemptsToSuccess({ found, attempts }: FigureProps) {
  const { finding, none, kind, mean, open } = words.toSuccess;
  const rows = found.toSuccess.filter(({ before, after }) => before.n + after.n > 0);
  const table = {
    columns: [columns.check, columns.before, columns.n, columns.after, columns.n],
    rows: rows.map((row) => [kind(row.kind), row.before.value, row.before.n, row.after.value, row.after.n]),
    show: (value: number) => String(Math.round(value * 10) / 10),
  };
  return (
    <Figure shape="list" name="attempts-to-success" finding={rows.length === 0 ? none : finding} table={table}>
      {rows.length === 0
        ? undefined
        : () => (
            <ul aria-labelledby="attempts-to-success">
              {rows.map((row) => (
                <Line key={row.kind ?? ''} name={kind(row.kind)} ids={row.attemptIds} attempts={attempts}>
                  <p className="basis-full">
                    {columns.before}: {mean(row.before)}
                    {open(row.openBefore)}
                  </p>
                  <p className="basis-full">
                    {columns.after}: {mean(row.after)}
                    {open(row.openAfter)}
                  </p>
                </Line>
              ))}
            </ul>
          )}
    </Figure>
  );
}

/** How often the next attempt was better, by how sure the reflection before it was. */
export function Calibration({ found, attempts }: FigureProps) {
  const { finding, none, band, rate } = words.calibration;
  const rows = found.calibration;
  const isEmpty = rows.every(({ improved }) => improved.n === 0);
  const table = {
    columns: [columns.confidence, columns.better, columns.n, columns.low, columns.high],
    rows: isEmpty
      ? []
      : rows.map(({ from, to, improved: { value, n, low, high } }) => [band(from, to), value, n, low, high]),
    show: (value: number, column: number) => (column === 2 ? count(value) : percent(value)),
  };
  return (
    <Figure shape="list" name="confidence" finding={isEmpty ? none : finding} table={table}>
      {isEmpty
        ? undefined
        : () => (
            <ul aria-labelledby="confidence">
              {rows.map(({ from, to, improved, attemptIds }) => (
                <Line key={from} name={band(from, to)} ids={attemptIds} attempts={attempts}>
                  <p>{rate(improved)}</p>
                </Line>
              ))}
            </ul>
          )}
    </Figure>
  );
}

/** The categories of failures that reflections name, most frequent first. */
export function FailureCategories({ found, attempts }: FigureProps) {
  const { finding, none } = words.categories;
  const rows = found.categories;
  const table = {
    columns: [columns.category, columns.attempts],
    rows: rows.map(({ category, count: times }) => [strings.category[category], times]),
  };
  return (
    <Figure shape="list" name="failure-categories" finding={rows.length === 0 ? none : finding} table={table}>
      {rows.length === 0
        ? undefined
        : () => (
            <FirstFive
              name="failure-categories"
              rows={rows}
              draw={({ category, count: times, attemptIds }) => (
                <Line key={category} name={strings.category[category]} ids={attemptIds} attempts={attempts}>
                  <p className="min-w-7">{insights.statements.times(times)}</p>
                </Line>
              )}
            />
          )}
    </Figure>
  );
}
