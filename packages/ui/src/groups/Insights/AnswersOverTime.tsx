import type { AnswerPoint, Insights } from '@twicewise/contract';
import { Figure } from '../../elements/Chart/Figure.tsx';
import { countTicks, type Frame } from '../../elements/Chart/frame.ts';
import { Plot } from '../../elements/Chart/Plot.tsx';
import { insights } from '../../strings/insights.ts';
import { count } from '../../strings.ts';
import type { StepNames } from './steps.ts';

const words = insights.shown;
const { columns } = insights;

/** Answers that agents asked for are filled bars, the others are outlined, so that they differ without colour. */
function Bars({ points, frame }: { points: readonly AnswerPoint[]; frame: Frame }) {
  return points.map(({ from, asked, unasked }, index) => (
    <g key={from}>
      {asked > 0 && (
        <rect
          x={frame.x(index)}
          width={frame.band}
          y={frame.y(asked)}
          height={frame.bottom - frame.y(asked)}
          className="fill-ink-3"
        />
      )}
      {unasked > 0 && (
        <rect
          x={frame.x(index) + 0.5}
          width={Math.max(0.5, frame.band - 1)}
          y={frame.y(asked + unasked) + 0.5}
          height={Math.max(0.5, frame.y(asked) - frame.y(asked + unasked) - 1)}
          fill="none"
          className="stroke-ink-3"
        />
      )}
    </g>
  ));
}

/** What filled and outlined bars stand for, with the count of each. */
function Key({ asked, unasked }: { asked: number; unasked: number }) {
  const signs = [
    { word: columns.asked, total: asked, look: 'bg-ink-3' },
    { word: columns.unasked, total: unasked, look: 'border border-ink-3' },
  ];
  return (
    <ul className="mb-1 flex flex-wrap gap-x-4 text-ink-2 text-small tabular-nums">
      {signs.map(({ word, total, look }) => (
        <li key={word} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2 ${look}`} />
          {word} {count(total)}
        </li>
      ))}
    </ul>
  );
}

/** The number of answers given to agents per step of time. */
export function AnswersOverTime({ found, names }: { found: Insights; names: StepNames }) {
  const { tellings, step } = found;
  const sum = (key: 'asked' | 'unasked' | 'shown' | 'tokens') => tellings.reduce((all, point) => all + point[key], 0);
  const isQuiet = sum('asked') + sum('unasked') === 0;
  const { max, ticks } = countTicks(Math.max(...tellings.map(({ asked, unasked }) => asked + unasked)));
  const table = {
    columns: [columns.from, columns.asked, columns.unasked, columns.shown, columns.tokens],
    rows: isQuiet
      ? []
      : tellings.map(({ from, asked, unasked, shown, tokens }) => [names.date(from), asked, unasked, shown, tokens]),
  };
  return (
    <Figure
      name="lessons-shown"
      finding={isQuiet ? words.none : words.finding(sum('asked'), sum('unasked'), sum('shown'), sum('tokens'))}
      table={table}
    >
      {isQuiet
        ? undefined
        : (drawing) => (
            <>
              <Key asked={sum('asked')} unasked={sum('unasked')} />
              <Plot
                label={words.label(step)}
                steps={tellings.map(({ from }) => names.short(from))}
                max={max}
                ticks={ticks.map((value) => ({ value, label: count(value) }))}
                describe={(index) => {
                  const point = tellings[index];
                  return point ? words.point(names.long(point.from), point.asked, point.unasked, point.shown) : '';
                }}
                drawing={drawing}
              >
                {(frame) => <Bars points={tellings} frame={frame} />}
              </Plot>
            </>
          )}
    </Figure>
  );
}
