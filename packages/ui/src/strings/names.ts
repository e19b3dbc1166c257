import {
  type ConfidenceBand,
  LESSON_FIELD_NAMES,
  LESSON_FIELDS,
  type LessonFieldName,
  type Outcome,
  type Reflection,
  type ReflectionState,
} from '@twicewise/contract';

/** How an attempt ended. */
export const outcome: Record<Outcome, string> = {
  success: 'Success',
  partial: 'Partial',
  failure: 'Failure',
  unknown: 'Unknown',
};

/** The review state of a lesson. */
export const state: Record<ReflectionState, string> = {
  draft: 'Draft',
  accepted: 'Accepted',
  rejected: 'Rejected',
  superseded: 'Superseded',
  archived: 'Archived',
  quarantined: 'Quarantined',
};

/** The kind of a lesson. */
export const kind: Record<Reflection['kind'], string> = {
  lesson: 'Lesson',
  self_reflection: 'Self-reflection',
  decision: 'Decision',
  observation: 'Observation',
  note: 'Note',
};

/** How the outcome is known. */
export const outcomeSource: Record<Reflection['outcomeSource'], string> = {
  measured: 'a check showed the outcome',
  reported: 'its author stated the outcome',
  defaulted: 'nobody stated the outcome',
  corrected: 'somebody corrected the outcome',
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

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month such as 2026-03 in words. */
export function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

/** How exactly a time is known. */
export const timeQuality: Record<Reflection['timeQuality'], string> = {
  exact: 'exact to the second',
  day: 'day known, not the hour',
  unknown: 'not recorded by its source',
};

/** The fields of a lesson. */
export const fields = Object.fromEntries(LESSON_FIELD_NAMES.map((name) => [name, LESSON_FIELDS[name].label])) as Record<
  LessonFieldName,
  string
>;

/** Labels of other stored fields, of lessons and of other records. */
const moreFields = {
  state: 'State',
  pinned: 'Pinned',
  outcomeSource: 'Known by',
  outcomeNative: 'Outcome in the source',
  originalOutcome: 'First outcome',
  nativeId: 'Original id',
  projectId: 'Project',
  sessionId: 'Session',
  sourceId: 'Source',
  sourcePointer: 'Place in the source',
  agent: 'Agent',
  authorKind: 'Kind of author',
  authorName: 'Author',
  createdAt: 'Stored',
  observedAt: 'Happened',
  timeQuality: 'Time',
  updatedAt: 'Changed',
  deletedAt: 'In the bin',
  prunedAt: 'Pruned',
  extra: 'Extra data',
  name: 'Name',
  gitCommonDir: 'Git folder',
  root: 'Folder',
  settings: 'Settings',
  system: 'System',
  path: 'Path',
  sha256: 'SHA-256',
  importer: 'Importer',
  ruleVersion: 'Version of the rules',
  trust: 'Trust',
  parentId: 'Parent session',
  goal: 'Goal',
  mode: 'Mode',
  branch: 'Branch',
  startedAt: 'Started',
  endedAt: 'Ended',
  metrics: 'Metrics',
  task: 'Task',
  taskIdentity: 'Identity of the task',
  ordinal: 'Attempt',
  ordinalNative: 'Attempt in its source',
  strategy: 'Strategy',
  content: 'What was done',
  lessonIds: 'Lessons',
  exposureIds: 'Lessons shown before',
  number: 'Number',
  take: 'Take',
  model: 'Model',
  texts: 'Texts',
  summaries: 'Summaries',
  contextBytes: 'Size of the context',
  contextTokens: 'Tokens of the context',
  occurredAt: 'Happened',
  decisions: 'Decisions',
  events: 'Events',
  links: 'Links',
  lessons: 'Lessons',
  memoryRefs: 'Other memories',
  stance: 'For or against',
  relation: 'Relation',
  fromKind: 'Kind of the cause',
  fromText: 'Cause',
  toKind: 'Kind of the effect',
  toText: 'Effect',
  basis: 'Known by',
  extracted: 'As it was read',
  workingSummary: 'Working summary',
  exposureId: 'When it was shown',
  reflectionId: 'Lesson',
  verdict: 'Verdict',
  note: 'Note',
  sessionRef: 'Session',
  at: 'Time',
  key: 'Key',
  value: 'Value',
};

const fieldNames: Record<string, string> = { ...fields, ...moreFields };

/** The label of a stored field; an unknown field keeps its own name. */
export function fieldName(field: string): string {
  return Object.hasOwn(fieldNames, field) ? (fieldNames[field] ?? field) : field;
}

/** How confident a lesson is. */
export const confidence: Record<ConfidenceBand, string> = {
  high: 'High (0.8 and more)',
  medium: 'Medium (0.5 to 0.8)',
  low: 'Low (below 0.5)',
  none: 'Not stated',
};
