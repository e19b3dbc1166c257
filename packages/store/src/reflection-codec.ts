import type { Reflection } from '@twicewise/contract';
import type { EntityRecord } from './entities.ts';
import { parseCell } from './json-cell.ts';

/** A row of the lesson query: the table's columns, and joined names. */
export interface ReflectionRow {
  seq: number;
  id: string;
  native_id: string | null;
  project_id: string;
  project_name: string;
  session_id: string | null;
  session_native_id: string | null;
  source_id: string | null;
  source_pointer: string | null;
  kind: Reflection['kind'];
  task: string;
  attempt_ordinal: number;
  outcome: Reflection['outcome'];
  outcome_source: Reflection['outcomeSource'];
  outcome_native: string | null;
  original_outcome: Reflection['originalOutcome'];
  text: string;
  next_strategy: string;
  root_cause: string | null;
  causal_reasoning: string | null;
  failure_category: Reflection['failureCategory'];
  confidence: number | null;
  state: Reflection['state'];
  pinned: number;
  agent: string | null;
  author_kind: Reflection['author']['kind'];
  author_name: string;
  created_at: string;
  observed_at: string | null;
  time_quality: Reflection['timeQuality'];
  updated_at: string;
  revision: number;
  extra: string;
  deleted_at: string | null;
  what_worked: string;
  what_did_not_work: string;
  tags: string;
  related_entity_ids: string;
}

/** Row → domain value. */
export function toReflection(row: ReflectionRow): Reflection {
  return {
    id: row.id,
    nativeId: row.native_id,
    seq: row.seq,
    projectId: row.project_id,
    projectName: row.project_name,
    sessionId: row.session_id,
    sessionNativeId: row.session_native_id,
    taskDescription: row.task,
    attemptNumber: row.attempt_ordinal,
    outcome: row.outcome,
    whatWorked: parseCell(row.what_worked, []),
    whatDidNotWork: parseCell(row.what_did_not_work, []),
    nextStrategy: row.next_strategy,
    text: row.text,
    rootCause: row.root_cause,
    causalReasoning: row.causal_reasoning,
    failureCategory: row.failure_category,
    confidence: row.confidence,
    tags: parseCell(row.tags, []),
    relatedEntityIds: parseCell(row.related_entity_ids, []),
    kind: row.kind,
    outcomeSource: row.outcome_source,
    outcomeNative: row.outcome_native,
    originalOutcome: row.original_outcome,
    state: row.state,
    pinned: row.pinned === 1,
    agent: row.agent,
    author: { kind: row.author_kind, name: row.author_name },
    sourceId: row.source_id,
    sourcePointer: row.source_pointer,
    createdAt: row.created_at,
    observedAt: row.observed_at,
    timeQuality: row.time_quality,
    updatedAt: row.updated_at,
    revision: row.revision,
    extra: parseCell(row.extra, {}),
    deletedAt: row.deleted_at,
  };
}

/** Names that a lesson shows besides its own fields. */
export interface LessonNames {
  projectName: string;
  sessionNativeId: string | null;
}

/** Complete record → domain value, without reading back what has just been written. */
export function recordToReflection(record: EntityRecord, names: LessonNames): Reflection {
  const { authorKind, authorName, contentHash: _hash, ...fields } = record;
  return { ...fields, ...names, author: { kind: authorKind, name: authorName } } as Reflection;
}
