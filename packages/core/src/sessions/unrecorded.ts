import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import {
  attemptSeqs,
  type CursorKind,
  decodeCursor,
  readUnrecorded,
  sessionsOf,
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
import { episodeTest } from './episodes/list-episodes.ts';

const CURSOR: CursorKind = ['unrecorded sessions', 'text', 'number'];

/** A session without an episode as filters of episodes see it. */
function listed({ id, startedAt, ...place }: UnrecordedPlace, attempted: AttemptedSessions): ListedEpisode {
  const { seq, projectId, outcome, outcomeSource, author } = place;
  const has: ListedEpisode['has'] = attempted.has(id) ? ['attempts'] : [];
  return { seq, projectId, sessionId: id, outcome, outcomeSource, author, has, at: startedAt, isDeleted: false };
}

/** Those of these sessions of which an attempt or a turn has the words; null where no words are asked for. */
async function havingWords(
  services: Services,
  sessionIds: readonly string[],
  text: string | undefined,
): Promise<ReadonlySet<string> | null> {
  const filter = { deleted: 'exclude' as const, sessionIds };
  const attempts = await withText(services, text, () => attemptSeqs(services.db(), filter, 'newest'), 'attempts');
  if (attempts === null) return null;
  const turns = await withText(services, text, () => turnSeqs(services.db(), filter, 'newest'), 'turns');
  const db = services.db();
  return new Set([...sessionsOf(db, 'attempt', [...attempts]), ...sessionsOf(db, 'turn', [...(turns ?? [])])]);
}

/** The sessions that have attempts or turns, but no episode, that are wanted and have the words. In no order. */
export async function unrecordedSessions(
  services: Services,
  isWanted: (one: ListedEpisode) => boolean,
  text: string | undefined,
): Promise<ListedEpisode[]> {
  const attempted = await services.index(ATTEMPTED_SESSIONS);
  const ids = new Set([...attempted.ids(), ...turnedSessions(services.db())]);
  const places = unrecordedPlaces(services.db(), [...ids]);
  const wanted = places.map((place) => listed(place, attempted)).filter(isWanted);
  const having = await havingWords(
    services,
    wanted.map(({ sessionId }) => sessionId),
    text,
  );
  return having === null ? wanted : wanted.filter(({ sessionId }) => having.has(sessionId));
}

/** The latest first. */
const byTime = (a: ListedEpisode, b: ListedEpisode) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1);

/** Implements `session.unrecorded`. */
export async function listUnrecorded(
  { limit, cursor, ...filters }: ParsedInputOf<'session.unrecorded'>,
  { services }: TaskContext,
): Promise<OutputOf<'session.unrecorded'>> {
  const [at, seq] = decodeCursor(cursor, CURSOR) ?? [];
  const test = episodeTest({ ...filters, deleted: 'exclude' }, services.db());
  const found = (await unrecordedSessions(services, (one) => passes(one, test), filters.text)).toSorted(byTime);
  if (limit === 0) return { items: [], nextCursor: null, total: found.length };
  const isAfter = (one: ListedEpisode) => one.at < String(at) || (one.at === at && one.seq < Number(seq));
  const rest = (at === undefined ? found : found.filter(isAfter)).slice(0, limit + 1);
  const rows = readUnrecorded(
    services.db(),
    rest.map(({ sessionId }) => sessionId),
  );
  const page = toPage(
    rows,
    limit,
    CURSOR,
    (row) => [row.startedAt, row.seq],
    (row) => row,
  );
  return { ...page, total: found.length };
}
