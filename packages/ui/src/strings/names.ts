import type { Outcome, Reflection, ReflectionState } from '@twicewise/contract';

/** How an attempt ended. */
export const outcome: Record<Outcome, string> = {
  success: 'Success',
  partial: 'Partial',
  failure: 'Failure',
  unknown: 'Unknown',
};

/** Where a lesson stands in its review. */
export const state: Record<ReflectionState, string> = {
  draft: 'Draft',
  accepted: 'Accepted',
  rejected: 'Rejected',
  superseded: 'Superseded',
  archived: 'Archived',
  quarantined: 'Quarantined',
};

/** What a lesson is. */
export const kind: Record<Reflection['kind'], string> = {
  lesson: 'Lesson',
  self_reflection: 'Self-reflection',
  decision: 'Decision',
  observation: 'Observation',
  note: 'Note',
};

/** How an attempt ended. */
/** How its outcome is known. */
export const outcomeSource: Record<Reflection['outcomeSource'], string> = {
  measured: 'measured by a check',
  reported: 'reported by its author',
  defaulted: 'nobody said; a default',
  corrected: 'corrected later',
};

/** Why it failed. */
export const category: Record<NonNullable<Reflection['failureCategory']>, string> = {
  hallucination: 'Hallucination',
  inefficient_planning: 'Inefficient planning',
  incorrect_assumption: 'Incorrect assumption',
  incomplete_implementation: 'Incomplete implementation',
  edge_case_miss: 'Missed edge case',
  integration_error: 'Integration error',
  configuration_error: 'Configuration error',
  logic_error: 'Logic error',
  other: 'Other',
};

/** How well a moment is known. */
export const timeQuality: Record<Reflection['timeQuality'], string> = {
  exact: 'exact to the second',
  day: 'day known, not the hour',
  unknown: 'not recorded by its source',
};

/** The fields of a lesson. */
export const fields = {
  taskDescription: 'Task',
  attemptNumber: 'Attempt',
  outcome: 'Outcome',
  whatWorked: 'Worked',
  whatDidNotWork: 'Did not work',
  nextStrategy: 'Next strategy',
  text: 'Reflection',
  rootCause: 'Root cause',
  causalReasoning: 'Cause to effect',
  failureCategory: 'Failure category',
  confidence: 'Confidence',
  tags: 'Tags',
  relatedEntityIds: 'About',
  kind: 'Kind',
};
