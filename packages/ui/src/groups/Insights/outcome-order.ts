import type { Outcome } from '@twicewise/contract';

/** From the bottom of a stack up, or from the left of a bar to the right. */
export const OUTCOME_ORDER: readonly Outcome[] = ['success', 'partial', 'failure', 'unknown'];
