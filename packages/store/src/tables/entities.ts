import {
  type AttemptContent,
  attempt,
  type Change,
  causalClaim,
  episode,
  feedback,
  project,
  reflection,
  session,
  source,
  type TurnContent,
  type TurnSummary,
  turn,
} from '@twicewise/contract';
import { added, document, flag, list, object, plain } from './columns.ts';
import { defineTable, type Table } from './table.ts';

const AUTHOR = { authorKind: plain('author_kind'), authorName: plain('author_name') };
const EXTRA = object('extra');

/** Lessons. */
export const REFLECTIONS = defineTable({
  table: 'reflection',
  key: 'id',
  schema: reflection,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    nativeId: plain('native_id'),
    projectId: plain('project_id'),
    sessionId: plain('session_id'),
    sourceId: plain('source_id'),
    sourcePointer: plain('source_pointer'),
    kind: plain('kind'),
    taskDescription: plain('task'),
    attemptNumber: plain('attempt_ordinal'),
    outcome: plain('outcome'),
    outcomeSource: plain('outcome_source'),
    outcomeNative: plain('outcome_native'),
    originalOutcome: plain('original_outcome'),
    whatWorked: list('what_worked'),
    whatDidNotWork: list('what_did_not_work'),
    text: plain('text'),
    nextStrategy: plain('next_strategy'),
    rootCause: plain('root_cause'),
    causalReasoning: plain('causal_reasoning'),
    failureCategory: plain('failure_category'),
    confidence: plain('confidence'),
    state: plain('state'),
    pinned: flag('pinned'),
    tags: list('tags'),
    relatedEntityIds: list('related_entity_ids'),
    agent: plain('agent'),
    ...AUTHOR,
    contentHash: plain('content_hash'),
    createdAt: plain('created_at'),
    observedAt: plain('observed_at'),
    timeQuality: plain('time_quality'),
    updatedAt: plain('updated_at'),
    revision: plain('revision'),
    extra: EXTRA,
    deletedAt: plain('deleted_at'),
  },
});

/** Projects. A project that was merged into another stays, marked as deleted. */
export const PROJECTS = defineTable({
  table: 'project',
  key: 'id',
  schema: project,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    nativeId: plain('native_id'),
    name: plain('name'),
    gitCommonDir: plain('git_common_dir'),
    root: plain('root'),
    settings: object('settings'),
    createdAt: plain('created_at'),
    revision: plain('revision'),
    extra: EXTRA,
    deletedAt: plain('deleted_at'),
  },
});

/** Sources of imported records. */
export const SOURCES = defineTable({
  table: 'source',
  key: 'id',
  schema: source,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    system: plain('system'),
    path: plain('path'),
    sha256: plain('sha256'),
    importer: plain('importer'),
    ruleVersion: plain('rule_version'),
    trust: plain('trust'),
    createdAt: plain('created_at'),
    revision: plain('revision'),
    extra: EXTRA,
  },
});

/** Sessions of agents. */
export const SESSIONS = defineTable({
  table: 'session',
  key: 'id',
  schema: session,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    nativeId: plain('native_id'),
    projectId: plain('project_id'),
    sourceId: plain('source_id'),
    parentId: plain('parent_id'),
    goal: plain('goal'),
    agent: plain('agent'),
    mode: plain('mode'),
    branch: plain('branch'),
    startedAt: plain('started_at'),
    endedAt: plain('ended_at'),
    outcome: plain('outcome'),
    outcomeSource: plain('outcome_source'),
    metrics: document('metrics'),
    workingSummary: document('working_summary'),
    createdAt: plain('created_at'),
    timeQuality: plain('time_quality'),
    revision: plain('revision'),
    extra: EXTRA,
    deletedAt: plain('deleted_at'),
  },
});

/** Judgements on lessons. */
export const FEEDBACK = defineTable({
  table: 'feedback',
  key: 'id',
  schema: feedback,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    exposureId: plain('exposure_id'),
    reflectionId: plain('reflection_id'),
    verdict: plain('verdict'),
    note: plain('note'),
    ...AUTHOR,
    sessionRef: plain('session_ref'),
    at: plain('at'),
    revision: plain('revision'),
  },
});

/** Records of sessions. */
export const EPISODES = defineTable({
  table: 'episode',
  key: 'id',
  schema: episode,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    nativeId: plain('native_id'),
    sessionId: plain('session_id'),
    sourceId: plain('source_id'),
    sourcePointer: plain('source_pointer'),
    ruleVersion: plain('rule_version'),
    task: plain('task'),
    outcome: plain('outcome'),
    outcomeSource: plain('outcome_source'),
    outcomeNative: plain('outcome_native'),
    originalOutcome: plain('original_outcome'),
    occurredAt: plain('occurred_at'),
    timeQuality: plain('time_quality'),
    decisions: list('decisions'),
    events: list('events'),
    links: list('links'),
    metrics: object('metrics'),
    lessons: list('lessons'),
    memoryRefs: list('memory_refs'),
    /** Result of the last extraction, needed to merge the next one. */
    extracted: document('extracted'),
    ...AUTHOR,
    createdAt: plain('created_at'),
    updatedAt: plain('updated_at'),
    revision: plain('revision'),
    extra: EXTRA,
    deletedAt: plain('deleted_at'),
  },
});

/** Claims about causes. */
export const CLAIMS = defineTable({
  table: 'claim',
  key: 'id',
  schema: causalClaim,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    projectId: plain('project_id'),
    sessionId: plain('session_id'),
    sourceId: plain('source_id'),
    sourcePointer: plain('source_pointer'),
    stance: plain('stance'),
    relation: plain('relation'),
    fromKind: plain('from_kind'),
    fromText: plain('from_text'),
    toKind: plain('to_kind'),
    toText: plain('to_text'),
    basis: plain('basis'),
    note: plain('note'),
    ...AUTHOR,
    createdAt: plain('created_at'),
    updatedAt: plain('updated_at'),
    revision: plain('revision'),
    extra: EXTRA,
    deletedAt: plain('deleted_at'),
  },
});

/** Attempts. What is searched and sorted has a column; the rest is one JSON cell (docs/adr/0039). */
export const ATTEMPTS = defineTable({
  table: 'attempt',
  key: 'id',
  schema: attempt,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    nativeId: plain('native_id'),
    projectId: plain('project_id'),
    sessionId: plain('session_id'),
    sourceId: plain('source_id'),
    sourcePointer: plain('source_pointer'),
    ruleVersion: plain('rule_version'),
    task: plain('task'),
    taskIdentity: plain('task_identity'),
    ordinal: plain('ordinal'),
    ordinalNative: plain('ordinal_native'),
    outcome: plain('outcome'),
    outcomeSource: plain('outcome_source'),
    outcomeNative: plain('outcome_native'),
    strategy: plain('strategy'),
    startedAt: plain('started_at'),
    endedAt: plain('ended_at'),
    content: object<AttemptContent>('content'),
    lessonIds: list('lesson_ids'),
    exposureIds: list('exposure_ids'),
    agent: plain('agent'),
    ...AUTHOR,
    createdAt: plain('created_at'),
    updatedAt: plain('updated_at'),
    revision: plain('revision'),
    extra: EXTRA,
    deletedAt: plain('deleted_at'),
  },
});

/** Turns; their texts are in chunks (`turns/texts.ts`). */
export const TURNS = defineTable({
  table: 'turn',
  key: 'id',
  schema: turn,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    nativeId: plain('native_id'),
    projectId: plain('project_id'),
    sessionId: plain('session_id'),
    sourceId: plain('source_id'),
    number: plain('number'),
    take: plain('take'),
    model: plain('model'),
    startedAt: plain('started_at'),
    endedAt: plain('ended_at'),
    content: object<TurnContent>('content'),
    contextBytes: plain('context_bytes'),
    contextTokens: plain('context_tokens'),
    summaries: list<TurnSummary>('summaries'),
    agent: plain('agent'),
    ...AUTHOR,
    createdAt: plain('created_at'),
    updatedAt: plain('updated_at'),
    revision: plain('revision'),
    extra: EXTRA,
    deletedAt: plain('deleted_at'),
    prunedAt: added(plain('pruned_at')),
  },
});

/** Settings and other values with a key. The contract has a schema for each kind of key, but none for all. */
const SETTINGS: Table = {
  table: 'setting',
  key: 'key',
  columns: { key: plain('key'), value: document('value'), revision: plain('revision') },
};

/** Kinds of records that operations write, and that undo can therefore restore. */
export type EntityKind = Change['entity'];

/** The tables of records. A record is complete: writing it back restores the row exactly, as the undo property test checks. */
export const ENTITY_TABLES: Readonly<Record<EntityKind, Table>> = {
  project: PROJECTS,
  source: SOURCES,
  session: SESSIONS,
  reflection: REFLECTIONS,
  feedback: FEEDBACK,
  episode: EPISODES,
  claim: CLAIMS,
  attempt: ATTEMPTS,
  turn: TURNS,
  setting: SETTINGS,
};
