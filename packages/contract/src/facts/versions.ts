import type { Reflection } from '../domain/reflection.ts';
import { LESSON_FIELD_NAMES } from './lesson-fields.ts';

/**
 * What makes a version of a lesson, to which `reflection.revert` goes back: all that its author writes and how the outcome
 * is known. Place and origin are not part of it, and neither is the bin, which a revert only takes it out of.
 */
export const VERSIONED_FIELDS: readonly (keyof Reflection)[] = [
  ...LESSON_FIELD_NAMES,
  'extra',
  'outcomeSource',
  'outcomeNative',
  'originalOutcome',
  'state',
  'pinned',
];
