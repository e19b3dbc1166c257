import { agentAnswer, type Caller, change, exposure, job, operation } from '@twicewise/contract';
import { document, flag, plain, required } from './columns.ts';
import { defineTable } from './table.ts';

/** The operations log. `reversed_by` is set later, so it is not part of the checksum. */
export const OPERATIONS = defineTable({
  table: 'operation',
  key: 'id',
  schema: operation,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    name: plain('name'),
    kind: plain('kind'),
    at: plain('at'),
    authorKind: plain('author_kind'),
    authorName: plain('author_name'),
    door: plain('door'),
    client: plain('client'),
    sessionId: plain('session_id'),
    projectId: plain('project_id'),
    summary: plain('summary'),
    jobId: plain('job_id'),
    reverses: plain('reverses'),
  },
});

/** The changes of an operation, one per record. */
export const CHANGES = defineTable({
  table: 'operation_change',
  key: 'position',
  schema: change,
  columns: {
    entity: plain('entity'),
    entityId: plain('entity_id'),
    before: document('before'),
    after: document('after'),
  },
});

/** Jobs. */
export const JOBS = defineTable({
  table: 'job',
  key: 'id',
  schema: job,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    kind: plain('kind'),
    state: plain('state'),
    title: plain('title'),
    input: required<Record<string, unknown>>('input'),
    caller: required<Caller>('caller'),
    position: required<Record<string, unknown>>('position'),
    done: plain('done'),
    total: plain('total'),
    result: document('result'),
    error: document('error'),
    cancelRequested: flag('cancel_requested'),
    createdAt: plain('created_at'),
    updatedAt: plain('updated_at'),
  },
});

/** What agents asked, and what they were shown without asking. */
export const CALLS = defineTable({
  table: 'agent_call',
  key: 'seq',
  schema: agentAnswer,
  columns: {
    seq: plain('seq'),
    operation: plain('operation'),
    task: plain('task'),
    projectId: plain('project_id'),
    sessionRef: plain('session_ref'),
    client: plain('client'),
    at: plain('at'),
    trigger: plain('trigger'),
    /** Number of lessons shown. */
    shown: plain('shown'),
    tokens: plain('tokens'),
    tookMs: plain('took_ms'),
    /** Ids of the episodes shown; null for none. */
    toldEpisodes: document('told_episodes'),
    subagent: plain('subagent'),
    forkedFrom: plain('forked_from'),
    /** The source that says so; null for what happened here. */
    sourceId: plain('source_id'),
  },
});

/** Each lesson that an agent was shown. */
export const EXPOSURES = defineTable({
  table: 'exposure',
  key: 'id',
  schema: exposure,
  columns: {
    seq: plain('seq'),
    id: plain('id'),
    callSeq: plain('call_seq'),
    reflectionId: plain('reflection_id'),
    projectId: plain('project_id'),
    sessionRef: plain('session_ref'),
    client: plain('client'),
    shownAt: plain('shown_at'),
    rank: plain('rank'),
    score: plain('score'),
    relevance: plain('relevance'),
    tokens: plain('tokens'),
    trigger: plain('trigger'),
    attemptId: plain('attempt_id'),
    actedOn: flag('acted_on'),
    subagent: plain('subagent'),
  },
});
