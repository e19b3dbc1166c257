import type { Outcome } from '@twicewise/contract';

/** From the bottom of a stack up, and from the left of a bar on. */
export const OUTCOME_ORDER: readonly Outcome[] = ['success', 'partial', 'failure', 'unknown'];

/** Colour of a part of a drawing. */
export const OUTCOME_FILL: Record<Outcome, string> = {
  success: 'fill-success',
  partial: 'fill-partial',
  failure: 'fill-failure',
  unknown: 'fill-line-strong',
};
