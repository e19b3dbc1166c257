import type { Reflection } from '../domain/reflection.ts';
import { LESSON_FIELD_NAMES } from './lesson-fields.ts';

/**
 * The fields that make a version of a lesson, to which `reflection.revert` returns: all that its author writes, and how the
 * outcome is known. Place and origin are not part of it. Neither is the bin; a revert only takes the lesson out of it.
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
