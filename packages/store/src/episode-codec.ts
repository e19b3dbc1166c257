import type { Episode, EpisodeSummary } from '@twicewise/contract';
import type { EntityRecord } from './entities.ts';
import { parseCell } from './json-cell.ts';

/** Columns that lists of episodes need too, and joined names. */
export interface EpisodeHead {
  seq: number;
  id: string;
  native_id: string | null;
  project_id: string;
  project_name: string;
  session_id: string;
  session_native_id: string | null;
  source_id: string | null;
  source_pointer: string | null;
  rule_version: number | null;
  task: string;
  outcome: Episode['outcome'];
  outcome_source: Episode['outcomeSource'];
  outcome_native: string | null;
  original_outcome: Episode['originalOutcome'];
  occurred_at: string | null;
  time_quality: Episode['timeQuality'];
  metrics: string;
  lessons: string;
  memory_refs: string;
  author_kind: Episode['author']['kind'];
  author_name: string;
  created_at: string;
  updated_at: string;
  revision: number;
  deleted_at: string | null;
}

/** A row of the query for one episode. */
export interface EpisodeRow extends EpisodeHead {
  decisions: string;
  events: string;
  links: string;
  extra: string;
}

/** A row of the query for a list: how many items there are in place of the items. */
export interface EpisodeListRow extends EpisodeHead {
  decisions: number;
  events: number;
  links: number;
}

type Head = Omit<EpisodeSummary, 'decisions' | 'events' | 'links'>;

function toHead(row: EpisodeHead): Head {
  return {
    id: row.id,
    nativeId: row.native_id,
    seq: row.seq,
    projectId: row.project_id,
    projectName: row.project_name,
    sessionId: row.session_id,
    sessionNativeId: row.session_native_id,
    task: row.task,
    outcome: row.outcome,
    outcomeSource: row.outcome_source,
    outcomeNative: row.outcome_native,
    originalOutcome: row.original_outcome,
    occurredAt: row.occurred_at,
    timeQuality: row.time_quality,
    metrics: parseCell(row.metrics, {}),
    lessons: parseCell(row.lessons, []),
    memoryRefs: parseCell(row.memory_refs, []),
    author: { kind: row.author_kind, name: row.author_name },
    sourceId: row.source_id,
    sourcePointer: row.source_pointer,
    ruleVersion: row.rule_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    deletedAt: row.deleted_at,
  };
}

/** Row → domain value. A cell that a flipped bit made unreadable shows as empty; `host.check` reports it. */
export function toEpisode(row: EpisodeRow): Episode {
  return {
    ...toHead(row),
    decisions: parseCell(row.decisions, []),
    events: parseCell(row.events, []),
    links: parseCell(row.links, []),
    extra: parseCell(row.extra, {}),
  };
}

/** Row → entry of a list. */
export function toEpisodeSummary(row: EpisodeListRow): EpisodeSummary {
  return { ...toHead(row), decisions: row.decisions, events: row.events, links: row.links };
}

/** What the last extraction said of an episode, for whoever merges the next one into it. */
export function extractedOf(record: EntityRecord): Record<string, unknown> | null {
  return (record.extracted as Record<string, unknown> | null) ?? null;
}
