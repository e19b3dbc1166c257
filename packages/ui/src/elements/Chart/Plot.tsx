import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { type Frame, layOut, PLOT_HEIGHT } from './frame.ts';
import { useWidth } from './use-width.ts';

interface PlotProps {
  /** A description of the drawing for screen readers. */
  label: string;
  /** The name of each step of time, in order. */
  steps: readonly string[];
  /** The largest value of the vertical axis, and its labels. */
  max: number;
  ticks: readonly { value: number; label: string }[];
  /** A step in words; shown below the plot while the step is selected. */
  describe: (index: number) => string;
  /** Opens the rows of a step; absent for figures without rows. */
  onOpen?: (index: number) => void;
  drawing: RefObject<SVGSVGElement | null>;
  children: (frame: Frame) => ReactNode;
}

function Axes({ frame, steps, ticks }: Pick<PlotProps, 'steps' | 'ticks'> & { frame: Frame }) {
  return (
    <g className="text-ink-3" aria-hidden>
      {ticks.map(({ value, label }) => (
        <g key={value}>
          <line x1={frame.left} x2={frame.right} y1={frame.y(value)} y2={frame.y(value)} className="stroke-line" />
          <text x={frame.left - 6} y={frame.y(value) + 4} textAnchor="end" className="fill-current text-micro">
            {label}
          </text>
        </g>
      ))}
      {frame.labelled.map((index) => (
        <text
          key={index}
          x={frame.middle(index)}
          y={PLOT_HEIGHT - 6}
          textAnchor="middle"
          className="fill-current text-micro"
        >
          {steps[index]}
        </text>
      ))}
    </g>
  );
}

const MOVES: Readonly<Record<string, (now: number, last: number) => number>> = {
  ArrowLeft: (now) => Math.max(0, now - 1),
  ArrowRight: (now, last) => Math.min(last, now + 1),
  PageUp: (now) => Math.max(0, now - 10),
  PageDown: (now, last) => Math.min(last, now + 10),
  Home: () => 0,
  End: (_now, last) => last,
};

/** The selected step: the one under the pointer, otherwise the one chosen by key. */
function useCursor(count: number, onOpen: PlotProps['onOpen']) {
  const [cursor, setCursor] = useState<number | null>(null);
  const last = count - 1;
  const now = cursor === null ? null : Math.min(cursor, last);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : MOVES[event.key];
    if (move) setCursor(move(now ?? last, last));
    else if (event.key === 'Enter' && now !== null) onOpen?.(now);
    else if (event.key !== 'Escape' || now === null) return;
    else setCursor(null);
    event.preventDefault();
    event.stopPropagation();
  };
  return { now, setCursor, onKeyDown };
}

/**
 * A chart over steps of time. Tab stops once; arrow keys move from step to step, each described in words, and Enter opens its
 * rows. It is a slider, so that a screen reader announces the position.
 */
export function Plot({ label, steps, max, ticks, describe, onOpen, drawing, children }: PlotProps) {
  const [box, width] = useWidth();
  const { now, setCursor, onKeyDown } = useCursor(steps.length, onOpen);
  const readout = useId();
  const labels = ticks.map((tick) => tick.label);
  const frame = layOut(width, steps.length, max, labels);
  const stepAt = (event: PointerEvent) => frame.at(event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <div ref={box}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={readout}
        aria-valuemin={1}
        aria-valuemax={steps.length}
        aria-valuenow={(now ?? steps.length - 1) + 1}
        aria-valuetext={describe(now ?? steps.length - 1)}
        onKeyDown={onKeyDown}
        onFocus={() => setCursor((at) => at ?? steps.length - 1)}
        onBlur={() => setCursor(null)}
        onPointerMove={(event) => setCursor(stepAt(event))}
        onPointerLeave={() => setCursor(null)}
        onClick={(event) => onOpen?.(stepAt(event as unknown as PointerEvent))}
        className={onOpen && 'cursor-pointer'}
      >
        <svg ref={drawing} width={width} height={PLOT_HEIGHT} viewBox={`0 0 ${width} ${PLOT_HEIGHT}`} aria-hidden>
          <Axes frame={frame} steps={steps} ticks={ticks} />
          {now !== null && (
            <rect
              data-cursor
              x={frame.x(now) - 1}
              y={frame.top}
              width={frame.band + 2}
              height={frame.bottom - frame.top}
              className="fill-signal-tint"
            />
          )}
          {children(frame)}
        </svg>
      </div>
      {/* Keeps its space, so that nothing moves while one points. */}
      <p id={readout} className="mt-1 min-h-5 text-ink-2 text-small tabular-nums">
        {now === null ? '' : describe(now)}
      </p>
    </div>
  );
}
