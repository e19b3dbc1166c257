import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import {
  attemptSeqs,
  type CursorKind,
  decodeCursor,
  readUnrecorded,
  sessionsOfAttempts,
  toPage,
  type UnrecordedPlace,
  unrecordedPlaces,
} from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import type { Services } from '../runtime/services.ts';
import { withText } from '../runtime/text-filter.ts';
import { ATTEMPTED_SESSIONS } from './attempted-sessions.ts';
import { type ListedEpisode, passes } from './episodes/episode-table.ts';
import { episodeTest } from './episodes/list-episodes.ts';

const CURSOR: CursorKind = ['unrecorded sessions', 'text', 'number'];

/** A session without an episode as filters of episodes see it. */
const listed = ({ id, seq, projectId, startedAt, outcome, outcomeSource, author }: UnrecordedPlace): ListedEpisode => ({
  seq,
  projectId,
  sessionId: id,
  outcome,
  outcomeSource,
  author,
  has: ['attempts'],
  at: startedAt,
  isDeleted: false,
});

/** The sessions that have attempts, but no episode, that are wanted and of which an attempt has the words. In no order. */
export async function unrecordedSessions(
  services: Services,
  isWanted: (one: ListedEpisode) => boolean,
  text: string | undefined,
): Promise<ListedEpisode[]> {
  const attempted = await services.index(ATTEMPTED_SESSIONS);
  const wanted = unrecordedPlaces(services.db(), attempted.ids()).map(listed).filter(isWanted);
  const sessionIds = wanted.map(({ sessionId }) => sessionId);
  const candidates = () => attemptSeqs(services.db(), { deleted: 'exclude', sessionIds }, 'newest');
  const kept = await withText(services, text, candidates, 'attempts');
  if (kept === null) return wanted;
  const having = sessionsOfAttempts(services.db(), [...kept]);
  return wanted.filter(({ sessionId }) => having.has(sessionId));
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
