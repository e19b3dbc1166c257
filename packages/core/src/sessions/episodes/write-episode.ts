import {
  AppError,
  type Author,
  type Caller,
  type Episode,
  type EpisodeContent,
  excerpt,
  MAX_EPISODE_BYTES,
  NOTHING_CHANGED,
  type OutputOf,
  type ParsedInputOf,
  textBytes,
} from '@twicewise/contract';
import { ORIGINAL } from '@twicewise/ingest';
import { notesOnRedaction } from '@twicewise/redaction';
import { episodeByNativeId, episodeOfSession, getEpisode, type ReadableDb } from '@twicewise/store';
import type { WriteContext } from '../../runtime/context.ts';
import { corrected } from '../../runtime/editing.ts';
import { resolvePlace, type WritePlace } from '../../runtime/references.ts';
import { assemble, momentOf, requireLinks, requireOwnIds, statedLink } from './assemble.ts';

/** Maximum length of a task in the operations log, in UTF-16 units. */
const SHOWN = 120;

/** Gets an episode. Throws `not_found`. */
export function requireEpisode(db: ReadableDb, id: string): Episode {
  const found = getEpisode(db, id);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: `There is no episode with the id ${id}.`,
    hint: 'Name one of those there are (episode.list).',
  });
}

/** The origin of an imported or extracted episode. */
export interface EpisodeOrigin {
  sourceId: string;
  sourcePointer: string | null;
  ruleVersion: number;
}

/** Inserts an episode into a session without one and returns its id. */
export function insertEpisode(
  context: WriteContext,
  sessionId: string,
  content: EpisodeContent,
  {
    nativeId = null,
    origin = null,
    extracted = null,
  }: { nativeId?: string | null; origin?: EpisodeOrigin | null; extracted?: unknown } = {},
): string {
  const id = context.newId('episode');
  const { author } = context.caller;
  context.record.create('episode', id, {
    id,
    nativeId,
    sessionId,
    sourceId: origin?.sourceId ?? null,
    sourcePointer: origin?.sourcePointer ?? null,
    ruleVersion: origin?.ruleVersion ?? null,
    ...content,
    originalOutcome: null,
    extracted,
    authorKind: author.kind,
    authorName: author.name,
    createdAt: context.at,
    updatedAt: context.at,
    deletedAt: null,
  });
  return id;
}

function inUse(message: string, hint: string): AppError {
  return new AppError({ code: 'conflict', reason: 'in_use', message, effect: '; nothing was stored.', hint });
}

function refuseSecond(context: WriteContext, place: WritePlace, sessionId: string, nativeId: string | null): void {
  const known = episodeOfSession(context.db, sessionId);
  if (known) {
    const isBinned = known.deletedAt !== null;
    throw inUse(
      `The session has an episode already${isBinned ? ', in the bin' : ''}: ${known.id}`,
      isBinned ? 'Restore that one (episode.restore).' : 'Change that one (episode.update).',
    );
  }
  const named = nativeId === null ? null : episodeByNativeId(context.db, place.project.id, nativeId);
  if (named === null) return;
  throw inUse(
    `The project already has an episode with the nativeId ${JSON.stringify(nativeId)}: ${named}`,
    'Change that one (episode.update), or store without nativeId.',
  );
}

/** Implements `episode.store`. */
export function storeEpisode(context: WriteContext, input: ParsedInputOf<'episode.store'>): OutputOf<'episode.store'> {
  const { author } = context.caller;
  const agent = author.kind === 'agent' ? author.name : null;
  const when = momentOf(input.occurredAt, undefined);
  const place = resolvePlace(context, input, { agent, startedAt: when.at ?? context.at });
  if (place.session === null) {
    throw new AppError({
      code: 'invalid_input',
      message: 'An episode belongs to a session, and none was named',
      effect: '. Nothing was stored.',
      hint: 'Pass sessionId: our id, or your own name for the session.',
    });
  }
  refuseSecond(context, place, place.session.id, input.nativeId);
  const { task, outcome, outcomeSource, outcomeNative, metrics, lessons, memoryRefs, extra } = input;
  const items = assemble(input, author);
  const content = { task, outcome, outcomeSource, outcomeNative, metrics, lessons, memoryRefs, extra, ...items };
  const moment = { occurredAt: when.at, timeQuality: when.timeQuality };
  const id = insertEpisode(context, place.session.id, { ...content, ...moment }, { nativeId: input.nativeId });
  const operationId = context.record.finish({
    name: 'episode.store',
    summary: `Recorded session: ${excerpt(task, SHOWN)}`,
    sessionId: place.session.id,
    projectId: place.project.id,
  });
  if (!operationId) throw new Error('storing an episode changed nothing');
  const notes = [...place.project.notes, ...place.session.notes, ...notesOnRedaction(context.redactions)];
  return { episode: requireEpisode(context.db, id), operationId, notes };
}

type Changes = ParsedInputOf<'episode.update'>['changes'];

/** Items of an edit, with the origin of those that were extracted. */
function edited<T extends { id: string; origin: unknown }>(
  given: readonly GivenItem[] | undefined,
  known: readonly T[],
): T[] | undefined {
  if (given === undefined) return undefined;
  const origins = new Map(known.map(({ id, origin }) => [id, origin]));
  return given.map(
    ({ at, timeQuality, ...item }) =>
      ({ ...item, ...momentOf(at, timeQuality), origin: origins.get(item.id) ?? null }) as unknown as T,
  );
}
type GivenItem = NonNullable<Changes['decisions'] | Changes['events']>[number];

/** The links of an edit with their basis: existing links keep theirs, new ones get that of the author (X12). */
function linksAsKnown(given: NonNullable<Changes['links']>, known: Episode['links'], author: Author): Episode['links'] {
  return given.map((link) => {
    const same = known.find(
      ({ from, to, relation }) => from === link.from && to === link.to && relation === link.relation,
    );
    return same ?? statedLink(link, author);
  });
}

/** Decisions, events and links after an edit. Links to removed items are removed too; new links must be valid. */
function editedItems(episode: Episode, { decisions, events, links }: Changes, author: Author) {
  const next = { decisions: edited(decisions, episode.decisions), events: edited(events, episode.events) };
  const ids = requireOwnIds([...(next.decisions ?? episode.decisions), ...(next.events ?? episode.events)]);
  const standing = links
    ? requireLinks(ids, linksAsKnown(links, episode.links, author))
    : episode.links.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return {
    ...(next.decisions ? { decisions: next.decisions } : {}),
    ...(next.events ? { events: next.events } : {}),
    links: standing,
  };
}

/** The fields that an edit changes. Throws `invalid_input` for inconsistent input. */
export function editedFields(episode: Episode, changes: Changes, caller: Caller): Partial<Episode> {
  const { outcome, occurredAt, decisions: _d, events: _e, links: _l, ...plain } = changes;
  const moment = occurredAt === undefined ? null : momentOf(occurredAt, undefined);
  const fields = {
    ...plain,
    ...corrected(episode, outcome, caller),
    ...(moment ? { occurredAt: moment.at, timeQuality: moment.timeQuality } : {}),
    ...editedItems(episode, changes, caller.author),
  } as Partial<Episode>;
  refuseGrowth(episode, { ...episode, ...fields });
  return fields;
}

function sizeOf({ task, decisions, events, links, metrics, lessons, memoryRefs, extra }: Episode): number {
  // The stored source file does not count: a person cannot shorten it.
  const { [ORIGINAL]: _file, ...own } = extra;
  return textBytes([task, decisions, events, links, metrics, lessons, memoryRefs, own]);
}

/** Refuses edits that would make an episode larger than one that could be stored. A large one may shrink. */
function refuseGrowth(before: Episode, after: Episode): void {
  const bytes = sizeOf(after);
  if (bytes <= MAX_EPISODE_BYTES || bytes <= sizeOf(before)) return;
  throw new AppError({
    code: 'invalid_input',
    reason: 'too_large',
    message: `The episode would be ${bytes} bytes, the limit is ${MAX_EPISODE_BYTES}`,
    effect: NOTHING_CHANGED,
    hint: 'Shorten it.',
  });
}
