/** How an attempt, a decision or a session can have ended, in the order in which that is offered, filtered and counted. */
export const OUTCOMES = ['success', 'partial', 'failure', 'unknown'] as const;
