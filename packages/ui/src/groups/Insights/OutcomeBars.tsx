import { OUTCOMES, type Outcome, type OutcomeCounts } from '@twicewise/contract';
import type { Frame } from '../../elements/Chart/frame.ts';
import { OutcomeArea } from './OutcomeArea.tsx';

/** The parts of a stacked bar, from the bottom up. */
function stack(outcomes: OutcomeCounts): { outcome: Outcome; from: number; to: number }[] {
  let top = 0;
  return OUTCOMES.map((outcome) => {
    const from = top;
    top += outcomes[outcome];
    return { outcome, from, to: top };
  });
}

interface OutcomeBarsProps {
  points: readonly { from: string; outcomes: OutcomeCounts }[];
  frame: Frame;
}

/** A bar for each step of time, stacked by outcome. */
export function OutcomeBars({ points, frame }: OutcomeBarsProps) {
  return points.map(({ from, outcomes }, index) => (
    <g key={from}>
      {stack(outcomes).map(
        (part) =>
          part.to > part.from && (
            <OutcomeArea
              key={part.outcome}
              outcome={part.outcome}
              x={frame.x(index)}
              width={frame.band}
              y={frame.y(part.to)}
              // A one-pixel gap separates the parts without colour.
              height={Math.max(0.5, frame.y(part.from) - frame.y(part.to) - 1)}
            />
          ),
      )}
    </g>
  ));
}
