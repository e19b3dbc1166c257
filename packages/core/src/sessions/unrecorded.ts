import type { OutputOf, ParsedInputOf, UnrecordedSession } from '@twicewise/contract';
import {
  type AttemptMatch,
  attemptSeqs,
  attemptTexts,
  type InBin,
  type ReadableDb,
  rankAttemptSessions,
  readUnrecorded,
  sessionsOf,
  TOGETHER,
  toPage,
  turnedSessions,
  turnSeqs,
  type UnrecordedPlace,
  unrecordedPlaces,
} from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import type { Services } from '../runtime/services.ts';
import { withText } from '../runtime/text-filter.ts';
import { ATTEMPTED_SESSIONS, type AttemptedSessions } from './attempted-sessions.ts';
import { type ListedEpisode, passes } from './episodes/episode-table.ts';
import { foundLine } from './episodes/lines.ts';
import { type EpisodeListFilters, episodeTest } from './episodes/list-episodes.ts';
import { bestFirst, lastDeletedFirst, newestFirst, orderAsked } from './session-order.ts';

const LIST = 'unrecorded sessions';
const ORDERS = { newest: newestFirst(LIST), best: bestFirst(LIST), deleted: lastDeletedFirst(LIST) };

/** An unrecorded session as filters of episodes see it, and when it was deleted; null outside the bin. */
type ListedSession = ListedEpisode & { deletedAt: string | null };
/** The same with how well it answers the words of a search; null without one. */
type FoundSession = ListedSession & { match: number | null; attempt: number | null };

function listed(
  { id, startedAt, ...place }: UnrecordedPlace,
  attempted: AttemptedSessions,
  deleted: InBin,
): ListedSession {
  const has: ListedEpisode['has'] = attempted.has(id, deleted) ? ['attempts'] : [];
  return { ...place, sessionId: id, has, at: startedAt, isDeleted: deleted === 'only' };
}

/** The words asked for, and whether sessions outside the bin are, or those in it. */
type AskedWords = Pick<ParsedInputOf<'session.unrecorded'>, 'text' | 'deleted'>;

/** Those of these sessions of which an attempt or a turn has the words, with their match; null where no words are asked for. */
async function havingWords(
  services: Services,
  sessionIds: readonly string[],
  { text, deleted }: AskedWords,
): Promise<ReadonlyMap<string, AttemptMatch> | null> {
  const filter = { deleted, sessionIds };
  const attempts = await withText(services, text, () => attemptSeqs(services.db(), filter, 'newest'), 'attempts');
  if (attempts === null) return null;
  const turns = await withText(services, text, () => turnSeqs(services.db(), filter, 'newest'), 'turns');
  const db = services.db();
  const ofTurns = [...sessionsOf(db, 'turn', [...(turns ?? [])])].map(
    (id) => [id, { match: TOGETHER, attempt: null }] as const,
  );
  return new Map<string, AttemptMatch>([...ofTurns, ...rankAttemptSessions(db, [...attempts], text ?? '')]);
}

/** The sessions that have attempts or turns outside the bin; or those that have some in it, and none outside. */
function sessionsWithAny(db: ReadableDb, attempted: AttemptedSessions, deleted: InBin): string[] {
  const having = (place: InBin) => new Set([...attempted.ids(place), ...turnedSessions(db, place)]);
  const outside = having('exclude');
  return deleted === 'exclude' ? [...outside] : [...having('only')].filter((id) => !outside.has(id));
}

/**
 * The unrecorded sessions that are wanted and have the words. One is in the bin when all its attempts and turns are. In no order.
 */
export async function unrecordedSessions(
  services: Services,
  isWanted: (one: ListedEpisode) => boolean,
  asked: AskedWords,
): Promise<FoundSession[]> {
  const { deleted } = asked;
  const attempted = await services.index(ATTEMPTED_SESSIONS);
  const ids = sessionsWithAny(services.db(), attempted, deleted);
  const places = unrecordedPlaces(services.db(), ids, deleted);
  const wanted = places.map((place) => listed(place, attempted, deleted)).filter(isWanted);
  const having = await havingWords(
    services,
    wanted.map(({ sessionId }) => sessionId),
    asked,
  );
  if (having === null) return wanted.map((one) => ({ ...one, match: null, attempt: null }));
  return wanted.flatMap((one) => {
    const found = having.get(one.sessionId);
    return found === undefined ? [] : [{ ...one, ...found }];
  });
}

/** `seq` of the sessions that `session.unrecorded` lists by these filters, ascending. */
export async function matchingUnrecorded(filters: EpisodeListFilters, services: Services): Promise<number[]> {
  const test = episodeTest(filters, services.db());
  const found = await unrecordedSessions(services, (one) => passes(one, test), filters);
  return found.map(({ seq }) => seq).sort((a, b) => a - b);
}

/** Says the line of a session that has the words of a search: of the latest attempt that has them all. */
function foundLines(db: ReadableDb, found: readonly FoundSession[], text = '') {
  const attempts = new Map(found.map(({ sessionId, attempt }) => [sessionId, attempt]));
  const texts = attemptTexts(
    db,
    found.flatMap(({ attempt }) => attempt ?? []),
  );
  return ({ id, goal, task }: UnrecordedSession) => {
    const said = texts.get(attempts.get(id) ?? -1);
    return said === undefined ? null : foundLine(goal ?? task, said, text);
  };
}

/** Implements `session.unrecorded`. */
export async function listUnrecorded(
  { limit, cursor, order, ...filters }: ParsedInputOf<'session.unrecorded'>,
  { services }: TaskContext,
): Promise<OutputOf<'session.unrecorded'>> {
  const { kind, keyOf, after } = ORDERS[orderAsked({ ...filters, order })];
  const test = episodeTest(filters, services.db());
  const found = await unrecordedSessions(services, (one) => passes(one, test), filters);
  if (limit === 0) return { items: [], nextCursor: null, total: found.length };
  const rest = after(found, cursor).slice(0, limit + 1);
  const rows = readUnrecorded(
    services.db(),
    rest.map(({ sessionId }) => sessionId),
    filters.deleted,
  );
  const matches = new Map(rest.map(({ sessionId, match }) => [sessionId, match]));
  const lines = foundLines(services.db(), rest, filters.text);
  const page = toPage(
    rows,
    limit,
    kind,
    ({ id, startedAt, seq, deletedAt }) => keyOf({ seq, at: startedAt, deletedAt, match: matches.get(id) ?? null }),
    (row) => ({ ...row, match: matches.get(row.id) ?? null, found: lines(row) }),
  );
  return { ...page, total: found.length };
}
