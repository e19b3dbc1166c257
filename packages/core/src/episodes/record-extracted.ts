import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Episode, EpisodeContent } from '@twicewise/contract';
import { type EntityRecord, episodeByNativeId, episodeOfSession, extractedOf, readRecord } from '@twicewise/store';
import type { WriteContext } from '../context.ts';
import { sameValue } from '../operation-recorder.ts';
import { lastReading, storedReading } from './last-reading.ts';
import { mergeExtracted } from './merge-extracted.ts';
import { type EpisodeOrigin, insertEpisode } from './write-episode.ts';

/** An episode that a program found in a file, without secrets, its items marked with what was found. */
export interface FoundEpisode {
  nativeId: string;
  content: EpisodeContent;
  /** The file, and what sources of its kind are called. */
  path: string;
  system: string;
}

/** What became of a found episode. */
export type Recorded = 'made' | 'made without id' | 'changed' | 'unchanged' | 'from elsewhere';

/** What people are told of it; null for what needs no word. */
export const RECORDED_SAYS: Readonly<Record<Recorded, string | null>> = {
  made: null,
  'made without id': 'kept without its id: another episode of the project has it',
  changed: null,
  unchanged: null,
  'from elsewhere': 'left out: its session has an episode already, from somewhere else',
};

/** Whether an episode came from this file, which may have been moved since. */
function isFrom({ db }: WriteContext, { sourceId }: Episode, { system, path }: FoundEpisode): boolean {
  const source = sourceId === null ? null : readRecord(db, 'source', sourceId);
  if (source?.system !== system || typeof source.path !== 'string') return false;
  return source.path === path || (basename(source.path) === basename(path) && !existsSync(source.path));
}

/** What an agent or a person recorded themselves, and what is in the bin, is left as it is. */
function bringUpToDate(
  context: WriteContext,
  known: Episode,
  content: EpisodeContent,
  origin: () => EpisodeOrigin,
): boolean {
  const record = readRecord(context.db, 'episode', known.id);
  const before = record && storedReading(extractedOf(record));
  if (!before || known.deletedAt !== null) return false;
  const merged = mergeExtracted(known, before, content);
  const fields: EntityRecord = { ...merged.content, extracted: merged.extracted };
  const stored: EntityRecord = { ...record, extracted: before };
  if (Object.entries(fields).every(([field, value]) => sameValue(stored[field], value))) return false;
  return context.record.update('episode', known.id, { ...fields, ...origin() });
}

/**
 * Writes what a file says of a session as its episode: new, brought up to date, or left as it is. `origin` is asked for only
 * when something is written, so that the same file again leaves no trace (R15).
 */
export function recordExtracted(
  context: WriteContext,
  place: { projectId: string; sessionId: string },
  found: FoundEpisode,
  origin: () => EpisodeOrigin,
): Recorded {
  const { nativeId, content } = found;
  const known = episodeOfSession(context.db, place.sessionId);
  if (known === null) {
    const isTaken = episodeByNativeId(context.db, place.projectId, nativeId) !== null;
    const identity = { nativeId: isTaken ? null : nativeId, origin: origin(), extracted: lastReading(content) };
    insertEpisode(context, place.sessionId, content, identity);
    return isTaken ? 'made without id' : 'made';
  }
  if (!isFrom(context, known, found)) return 'from elsewhere';
  return bringUpToDate(context, known, content, origin) ? 'changed' : 'unchanged';
}
