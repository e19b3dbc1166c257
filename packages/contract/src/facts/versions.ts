import type { Reflection } from '../domain/reflection.ts';

/**
 * What makes a version of a lesson, to which `reflection.revert` goes back: all that its author writes and how the outcome
 * is known. Place and origin are not part of it, and neither is the bin, which a revert only takes it out of.
 */
export const VERSIONED_FIELDS: readonly (keyof Reflection)[] = [
  'taskDescription',
  'attemptNumber',
  'outcome',
  'whatWorked',
  'whatDidNotWork',
  'nextStrategy',
  'text',
  'rootCause',
  'causalReasoning',
  'failureCategory',
  'confidence',
  'tags',
  'relatedEntityIds',
  'kind',
  'extra',
  'outcomeSource',
  'outcomeNative',
  'originalOutcome',
  'state',
  'pinned',
];
