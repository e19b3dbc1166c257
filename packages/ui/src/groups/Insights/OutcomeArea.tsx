import type { Outcome } from '@twicewise/contract';

const LOOK: Record<Outcome, string> = {
  success: 'fill-success',
  partial: 'fill-partial',
  failure: 'fill-failure',
  unknown: 'fill-none stroke-unknown',
};

interface OutcomeAreaProps {
  outcome: Outcome;
  /** In CSS pixels, or as a percentage of the drawing. */
  x: number | string;
  y?: number;
  width: number | string;
  height: number;
}

/** The part of a bar that stands for an outcome, in its colour. An unknown one is hollow, like its sign. */
export function OutcomeArea({ outcome, x, y = 0, width, height }: OutcomeAreaProps) {
  const place = { x, y, width, height, className: LOOK[outcome] };
  if (outcome !== 'unknown') return <rect data-outcome={outcome} {...place} />;
  // The drawing inside cuts off the outer half of the line, so that a hollow part is as large as a filled one.
  return (
    <svg {...place} aria-hidden>
      <rect data-outcome={outcome} width="100%" height="100%" strokeWidth={2} />
    </svg>
  );
}
