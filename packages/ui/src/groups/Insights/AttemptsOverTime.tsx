import { type Insights, OUTCOMES } from '@twicewise/contract';
import { Figure } from '../../elements/Chart/Figure.tsx';
import { countTicks } from '../../elements/Chart/frame.ts';
import { Plot } from '../../elements/Chart/Plot.tsx';
import { insights } from '../../strings/insights.ts';
import { count, strings } from '../../strings.ts';
import { OutcomeBars } from './OutcomeBars.tsx';
import { OutcomeKey, outcomeParts } from './outcomes.tsx';
import type { StepNames } from './steps.ts';

const words = insights.attempts.overTime;
const { columns } = insights;

interface AttemptsOverTimeProps {
  found: Insights;
  names: StepNames;
  /** Opens the sessions of a step. */
  onOpen: (point: { from: string; until: string }) => void;
}

/** The number of attempts per step of time, by outcome; its table has their mean reward. */
export function AttemptsOverTime({ found, names, onOpen }: AttemptsOverTimeProps) {
  const { points, total, counted, outcomes, success } = found.attempts;
  const { max, ticks } = countTicks(Math.max(...points.map((point) => point.count)));
  const rewardColumn = OUTCOMES.length + 2;
  const table = {
    columns: [columns.from, columns.attempts, ...OUTCOMES.map((outcome) => strings.outcome[outcome]), columns.reward],
    rows: points.map((point) => [
      names.date(point.from),
      point.count,
      ...OUTCOMES.map((outcome) => point.outcomes[outcome]),
      point.reward.value,
    ]),
    show: (value: number, column: number) => (column === rewardColumn ? value.toFixed(2) : count(value)),
    openers: points.map((point) => () => onOpen(point)),
  };
  return (
    <Figure name="attempts-by-outcome" finding={words.finding(total, counted, success)} table={table}>
      {(drawing) => (
        <>
          <OutcomeKey outcomes={outcomes} />
          <Plot
            label={words.label(found.step)}
            steps={points.map(({ from }) => names.short(from))}
            max={max}
            ticks={ticks.map((value) => ({ value, label: count(value) }))}
            describe={(index) => {
              const point = points[index];
              return point ? words.point(names.long(point.from), outcomeParts(point.outcomes), point.reward) : '';
            }}
            onOpen={(index) => points[index] && onOpen(points[index])}
            drawing={drawing}
          >
            {(frame) => <OutcomeBars points={points} frame={frame} />}
          </Plot>
        </>
      )}
    </Figure>
  );
}
