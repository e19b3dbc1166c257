import type { Outcome } from '@twicewise/contract';

/** From the bottom of a stack up, or from the left of a bar to the right. */
export const OUTCOME_ORDER: readonly Outcome[] = ['success', 'partial', 'failure', 'unknown'];

/** The fill colour of each outcome in a chart. */
export const OUTCOME_FILL: Record<Outcome, string> = {
  success: 'fill-success',
  partial: 'fill-partial',
  failure: 'fill-failure',
  unknown: 'fill-line-strong',
};
