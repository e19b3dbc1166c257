import type { CausalNode, Outcome } from '@twicewise/contract';

/**
 * The outcome that a node is coloured by: an error is a failure whatever became of its session; anything else is what most of its
 * sessions with a known outcome were, and the worse of two that are as frequent.
 */
export function outcomeOfNode({ kind, outcomes }: Pick<CausalNode, 'kind' | 'outcomes'>): Outcome {
  if (kind === 'error') return 'failure';
  const most = Math.max(outcomes.failure, outcomes.partial, outcomes.success);
  if (most === 0) return 'unknown';
  return (['failure', 'partial', 'success'] as const).find((outcome) => outcomes[outcome] === most) ?? 'unknown';
}
