import type { Insights, LessonPoint, Outcome, OutcomeCounts } from '@twicewise/contract';
import { Figure } from '../../elements/Chart/Figure.tsx';
import { countTicks, type Frame } from '../../elements/Chart/frame.ts';
import { Plot } from '../../elements/Chart/Plot.tsx';
import { count, strings } from '../../strings.ts';
import { OUTCOME_FILL, OUTCOME_ORDER } from './outcome-order.ts';
import { OutcomeKey, outcomeParts } from './outcomes.tsx';
import type { StepNames } from './steps.ts';

const words = strings.insights.outcomes;
const { columns } = strings.insights;

interface OverTimeProps {
  found: Insights;
  names: StepNames;
  onOpen: (point: LessonPoint) => void;
}

/** The parts of a stacked bar, from the bottom up. */
function stack(outcomes: OutcomeCounts): { outcome: Outcome; from: number; to: number }[] {
  let top = 0;
  return OUTCOME_ORDER.map((outcome) => {
    const from = top;
    top += outcomes[outcome];
    return { outcome, from, to: top };
  });
}

function Bars({ points, frame }: { points: readonly LessonPoint[]; frame: Frame }) {
  return points.map(({ from, outcomes }, index) => (
    <g key={from}>
      {stack(outcomes).map(
        (part) =>
          part.to > part.from && (
            <rect
              key={part.outcome}
              x={frame.x(index)}
              width={frame.band}
              y={frame.y(part.to)}
              // A one-pixel gap separates the parts without colour.
              height={Math.max(0.5, frame.y(part.from) - frame.y(part.to) - 1)}
              className={OUTCOME_FILL[part.outcome]}
            />
          ),
      )}
    </g>
  ));
}

/** The number of lessons stored per step of time, by outcome. */
export function OutcomesOverTime({ found, names, onOpen }: OverTimeProps) {
  const { lessons, step, total } = found;
  const { max, ticks } = countTicks(Math.max(...lessons.map((point) => point.count)));
  const sum = (kind: 'person' | 'agent' | 'importer') => lessons.reduce((all, { authors }) => all + authors[kind], 0);
  const table = {
    columns: [columns.from, columns.lessons, ...OUTCOME_ORDER.map((outcome) => strings.outcome[outcome])],
    rows: lessons.map(({ from, count: all, outcomes }) => [
      names.date(from),
      all,
      ...OUTCOME_ORDER.map((outcome) => outcomes[outcome]),
    ]),
    show: (cell: string | number | null) => (typeof cell === 'number' ? count(cell) : String(cell ?? '')),
    onOpen: (row: number) => lessons[row] && onOpen(lessons[row]),
  };
  return (
    <Figure
      title={words.title}
      name="lessons-by-outcome"
      finding={words.finding(total.count, { person: sum('person'), agent: sum('agent'), importer: sum('importer') })}
      table={table}
    >
      {(drawing) => (
        <>
          <OutcomeKey outcomes={total.outcomes} />
          <Plot
            label={words.label(step)}
            steps={lessons.map(({ from }) => names.short(from))}
            max={max}
            ticks={ticks.map((value) => ({ value, label: count(value) }))}
            describe={(index) => {
              const point = lessons[index];
              return point ? words.point(names.long(point.from), outcomeParts(point.outcomes)) : '';
            }}
            onOpen={(index) => lessons[index] && onOpen(lessons[index])}
            drawing={drawing}
          >
            {(frame) => <Bars points={lessons} frame={frame} />}
          </Plot>
        </>
      )}
    </Figure>
  );
}
