import { FEWEST_OUTCOMES, type Insights, type LessonPoint } from '@twicewise/contract';
import { Figure } from '../../elements/Chart/Figure.tsx';
import type { Frame } from '../../elements/Chart/frame.ts';
import { Plot } from '../../elements/Chart/Plot.tsx';
import { insights } from '../../strings/insights.ts';
import { count, percent } from '../../strings.ts';
import type { StepNames } from './steps.ts';

const words = insights.success;
const { columns } = insights;
const TICKS = [0, 0.25, 0.5, 0.75, 1].map((value) => ({ value, label: percent(value) }));

interface OverTimeProps {
  found: Insights;
  names: StepNames;
  onOpen: (point: LessonPoint) => void;
}

/** A point whose rate is known well enough to be drawn. */
type Drawn = readonly [index: number, success: { value: number; low: number; high: number }];

function drawn(points: readonly LessonPoint[]): (Drawn | null)[] {
  return points.map(({ success: { n, value, low, high } }, index) =>
    n < FEWEST_OUTCOMES || value === null || low === null || high === null ? null : [index, { value, low, high }],
  );
}

/** Neighbours whose rate is known. */
function runsOf(points: readonly (Drawn | null)[]): Drawn[][] {
  const runs: Drawn[][] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)?.push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/**
 * The line stops where too little is known, and does not cross the gap. Drawn without a library of shapes, whose two functions would be four
 * kilobytes of what Insights loads first.
 */
function Course({ points, frame }: { points: readonly (Drawn | null)[]; frame: Frame }) {
  return runsOf(points).map((run) => {
    /** The corners of a path through one of the three values of each point. */
    const along = (key: 'value' | 'low' | 'high') =>
      run.map(([index, success]) => `${frame.middle(index)},${frame.y(success[key])}`);
    return (
      <g key={run[0]?.[0]} className="fill-success stroke-success">
        <path d={`M${[...along('high'), ...along('low').reverse()].join('L')}Z`} stroke="none" fillOpacity={0.16} />
        <path d={`M${along('value').join('L')}`} fill="none" strokeWidth={1.5} />
        {run.map(([index, { value, low, high }]) => {
          const x = frame.middle(index);
          return (
            <g key={index}>
              {/* Alone between gaps, an interval would have no width. */}
              <line x1={x} x2={x} y1={frame.y(low)} y2={frame.y(high)} opacity={0.35} />
              <circle cx={x} cy={frame.y(value)} r={2.5} />
            </g>
          );
        })}
      </g>
    );
  });
}

function finding({ total, lessons, step }: Insights): string {
  const thin = lessons.filter(({ count, success }) => count > 0 && success.n < FEWEST_OUTCOMES).length;
  const sum = (source: 'measured' | 'reported' | 'corrected' | 'defaulted') =>
    lessons.reduce((all, { sources }) => all + sources[source], 0);
  return [
    words.finding(total.success, sum('defaulted'), thin, step),
    words.sources(sum('measured'), sum('reported'), sum('corrected')),
  ].join(' ');
}

/** The success rate per step of time with its interval, where enough is known. */
export function SuccessOverTime({ found, names, onOpen }: OverTimeProps) {
  const { lessons, step } = found;
  const points = drawn(lessons);
  const hasAny = points.some((point) => point !== null);
  const table = {
    columns: [columns.from, columns.lessons, columns.n, columns.rate, columns.low, columns.high],
    rows: lessons.map(({ from, count: all, success: { n, value, low, high } }) => [
      names.date(from),
      all,
      n,
      value,
      low,
      high,
    ]),
    show: (value: number, column: number) => (column > 2 ? percent(value) : count(value)),
    openers: lessons.map((point) => () => onOpen(point)),
  };
  return (
    <Figure name="success-over-time" finding={`${finding(found)}${hasAny ? '' : ` ${words.tooFew}`}`} table={table}>
      {hasAny
        ? (drawing) => (
            <Plot
              label={words.label(step)}
              steps={lessons.map(({ from }) => names.short(from))}
              max={1}
              ticks={TICKS}
              describe={(index) => {
                const point = lessons[index];
                return point ? words.point(names.long(point.from), point.success, point.count) : '';
              }}
              onOpen={(index) => lessons[index] && onOpen(lessons[index])}
              drawing={drawing}
            >
              {(frame) => <Course points={points} frame={frame} />}
            </Plot>
          )
        : undefined}
    </Figure>
  );
}
