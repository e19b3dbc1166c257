import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { type Episode, type EpisodeContent, TRANSCRIPT_AGENTS } from '@twicewise/contract';
import type { Redactor } from '@twicewise/redaction';
import {
  type EntityRecord,
  episodeByNativeId,
  episodeOfSession,
  extractedOf,
  type ReadableDb,
  readRecord,
} from '@twicewise/store';
import type { WriteContext } from '../../runtime/context.ts';
import { sameValue } from '../../runtime/operation-recorder.ts';
import { type LastReading, lastReading, storedReading } from './last-reading.ts';
import { mergeExtracted } from './merge-extracted.ts';
import { type EpisodeOrigin, insertEpisode } from './write-episode.ts';

/** An episode extracted from a file, redacted, its items marked with the hash of their content. */
export interface ExtractedEpisode {
  nativeId: string;
  content: EpisodeContent;
  /** The file, and the name of its source system. */
  path: string;
  system: string;
}

/** An extracted episode before it has a name. */
type FoundEpisode = Omit<ExtractedEpisode, 'nativeId'>;

/** The result of recording an extracted episode. */
export type RecordingResult = 'made' | 'made without id' | 'changed' | 'unchanged' | 'from elsewhere' | 'says less';

/** Where an episode is from, for people: the end of the path of its file, else who recorded it. */
function whereFrom({ db }: WriteContext, { sourceId, author }: Episode, redactor: Redactor): string {
  const path = sourceId === null ? null : readRecord(db, 'source', sourceId)?.path;
  // The same file of two loops differs in its folder alone; the whole path is private.
  if (typeof path === 'string') return redactor.redactText(path).text.split(/[\\/]/).slice(-2).join('/');
  return author.kind === 'person' ? 'a person' : author.name;
}

/** The note for people on a result; null for none. */
export function recordedNote(
  context: WriteContext,
  sessionId: string,
  result: RecordingResult,
  redactor: Redactor,
): string | null {
  if (result === 'made without id') return 'kept without its id: another episode of the project has it';
  if (result === 'says less') return 'left out: another file of its session says as much or more';
  if (result !== 'from elsewhere') return null;
  const known = episodeOfSession(context.db, sessionId);
  return `left out: its session has an episode already, from ${known ? whereFrom(context, known, redactor) : 'somewhere else'}`;
}

/** The file that an episode was read from, if it is of this kind. */
function fileOf(db: ReadableDb, { sourceId }: Episode, system: string): string | null {
  const source = sourceId === null ? null : readRecord(db, 'source', sourceId);
  return source?.system === system && typeof source.path === 'string' ? source.path : null;
}

/** Whether an episode came from this file, which may have been moved since. */
function isFrom(from: string | null, path: string): boolean {
  return from === path || (from !== null && basename(from) === basename(path) && !existsSync(from));
}

/** Whether an episode was read from this file, as one of this kind. */
export function isOfFile(db: ReadableDb, episode: Episode, path: string, system: string): boolean {
  return isFrom(fileOf(db, episode, system), path);
}

const isTranscriptAgent = (system: string) => (TRANSCRIPT_AGENTS as readonly string[]).includes(system);

/** What the file of an episode said of it last; null when it came from no file. */
function readingOf(db: ReadableDb, { id }: Episode): LastReading | null {
  const record = readRecord(db, 'episode', id);
  return record && storedReading(extractedOf(record));
}

/** Relation of a file to the episode that its session has already. */
export type Standing = 'none' | 'its file' | 'its twin' | 'of another file' | 'elsewhere';

/**
 * Whether two files describe the same session: same name and day, but different formats, as after a migration. Files of the same
 * format are two sessions, in different folders.
 */
function isTwin(known: Episode, from: string, { content, path }: FoundEpisode): boolean {
  const isNamedAlike = basename(from, extname(from)) === basename(path, extname(path));
  if (!isNamedAlike || extname(from) === extname(path)) return false;
  const days = [known.occurredAt, content.occurredAt].map((at) => at?.slice(0, 10));
  return days[0] === undefined || days[1] === undefined || days[0] === days[1];
}

/**
 * Whether two transcripts of a session are copies of one, of which one may end earlier: both begin at the same time, and one has
 * all that the other has. Two branches of a session are none.
 */
function isCopy({ db }: WriteContext, known: Episode, { content, system }: FoundEpisode): boolean {
  const before = isTranscriptAgent(system) ? readingOf(db, known) : null;
  const now = lastReading(content);
  const { occurredAt } = now.fields;
  if (before === null || occurredAt === null || before.fields.occurredAt !== occurredAt) return false;
  const [fewer, more] = [before.items, now.items].toSorted((one, other) => one.length - other.length);
  return fewer?.every((item) => more?.includes(item)) ?? false;
}

/** Determines the {@link Standing} of a file. */
export function findStanding(context: WriteContext, sessionId: string, found: FoundEpisode): Standing {
  const known = episodeOfSession(context.db, sessionId);
  if (known === null) return 'none';
  const from = fileOf(context.db, known, found.system);
  if (isFrom(from, found.path)) return 'its file';
  if (from === null) return 'elsewhere';
  return isTwin(known, from, found) || isCopy(context, known, found) ? 'its twin' : 'of another file';
}

/** How much a file said of a session; later edits by people do not count. */
function saidIn({ items, lessons }: Pick<LastReading, 'items' | 'lessons'>): number {
  return items.length + lessons.length;
}

/** How long the session had lasted at the end of a file, in minutes; 0 where that is not known. */
const lastedTo = ({ fields }: LastReading): number => fields.metrics?.duration_minutes ?? 0;

/** Whether the known episode says less than another file of the session, or as much of a shorter time. */
function saysLess({ db }: WriteContext, known: Episode, content: EpisodeContent): boolean {
  const before = readingOf(db, known);
  if (before === null) return false;
  const now = lastReading(content);
  const more = saidIn(now) - saidIn(before);
  return more > 0 || (more === 0 && lastedTo(now) > lastedTo(before));
}

/** Updates an episode from its file. Leaves episodes that an agent or person recorded, and those in the bin, unchanged. */
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
 * Records what a file says of a session as its episode: creates it, updates it, or leaves it as it is. `origin` is called only
 * when something is written, so that reading the same file again leaves no trace (R15).
 */
export function recordExtracted(
  context: WriteContext,
  place: { projectId: string; sessionId: string },
  found: ExtractedEpisode,
  origin: () => EpisodeOrigin,
): RecordingResult {
  const { nativeId, content } = found;
  const known = episodeOfSession(context.db, place.sessionId);
  if (known === null) {
    const isTaken = episodeByNativeId(context.db, place.projectId, nativeId) !== null;
    const identity = { nativeId: isTaken ? null : nativeId, origin: origin(), extracted: lastReading(content) };
    insertEpisode(context, place.sessionId, content, identity);
    return isTaken ? 'made without id' : 'made';
  }
  const stands = findStanding(context, place.sessionId, found);
  if (stands === 'elsewhere' || stands === 'of another file') return 'from elsewhere';
  // The more complete of two files wins, whichever is read first.
  if (stands === 'its twin' && !saysLess(context, known, content)) return 'says less';
  return bringUpToDate(context, known, content, origin) ? 'changed' : 'unchanged';
}
