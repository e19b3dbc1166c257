import { type Insights, type LessonPoint, OUTCOMES } from '@twicewise/contract';
import { Figure } from '../../elements/Chart/Figure.tsx';
import { countTicks } from '../../elements/Chart/frame.ts';
import { Plot } from '../../elements/Chart/Plot.tsx';
import { insights } from '../../strings/insights.ts';
import { count, strings } from '../../strings.ts';
import { OutcomeBars } from './OutcomeBars.tsx';
import { OutcomeKey, outcomeParts } from './outcomes.tsx';
import type { StepNames } from './steps.ts';

const words = insights.outcomes;
const { columns } = insights;

interface OverTimeProps {
  found: Insights;
  names: StepNames;
  onOpen: (point: LessonPoint) => void;
}

/** The number of lessons stored per step of time, by outcome. */
export function OutcomesOverTime({ found, names, onOpen }: OverTimeProps) {
  const { lessons, step, total } = found;
  const { max, ticks } = countTicks(Math.max(...lessons.map((point) => point.count)));
  const sum = (kind: 'person' | 'agent' | 'importer') => lessons.reduce((all, { authors }) => all + authors[kind], 0);
  const table = {
    columns: [columns.from, columns.lessons, ...OUTCOMES.map((outcome) => strings.outcome[outcome])],
    rows: lessons.map(({ from, count: all, outcomes }) => [
      names.date(from),
      all,
      ...OUTCOMES.map((outcome) => outcomes[outcome]),
    ]),
    openers: lessons.map((point) => () => onOpen(point)),
  };
  return (
    <Figure
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
            {(frame) => <OutcomeBars points={lessons} frame={frame} />}
          </Plot>
        </>
      )}
    </Figure>
  );
}
