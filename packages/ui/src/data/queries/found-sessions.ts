import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, EpisodeSummary, Session, UnrecordedSession } from '@twicewise/contract';
import { type ShownOutcome, shownOutcome } from '../shown-outcome.ts';

/** A few, because they are shown beside other results. */
const MOST_FOUND = 5;
/** Milliseconds an answer is cached, short because each typed word leaves one behind. */
const KEPT_MS = 30_000;

/** A session that a search found, with its record, or with what its attempts and turns say; null without these. */
export interface FoundSession {
  session: Session;
  episode: EpisodeSummary | null;
  unrecorded: UnrecordedSession | null;
}

const only = (sessions: readonly Session[]) => ({ sessionId: sessions.map(({ id }) => id), limit: sessions.length });

async function withRecords(client: Client, sessions: readonly Session[]) {
  const { items } = await client.call('episode.list', only(sessions));
  return sessions.map((session) => {
    const episode = items.find(({ sessionId }) => sessionId === session.id) ?? null;
    return { session, episode };
  });
}

async function withAllRecords(client: Client, sessions: readonly Session[]): Promise<FoundSession[]> {
  const found = await withRecords(client, sessions);
  const bare = found.flatMap(({ session, episode }) => (episode ? [] : [session]));
  const { items } = bare.length === 0 ? { items: [] } : await client.call('session.unrecorded', only(bare));
  return found.map((one) => ({ ...one, unrecorded: items.find(({ id }) => id === one.session.id) ?? null }));
}

/** Sessions found by their names and contents, best first; none without words. */
export function sessionSearch(client: Client, text: string) {
  return queryOptions({
    queryKey: ['session', 'search', text],
    queryFn:
      text === ''
        ? skipToken
        : async (): Promise<FoundSession[]> => {
            const asked = { text, kinds: ['session' as const], prefix: true, limit: MOST_FOUND };
            const { hits } = await client.call('memory.search', asked);
            const sessions = hits.flatMap((hit) => (hit.kind === 'session' ? [hit.session] : []));
            return sessions.length === 0 ? [] : withAllRecords(client, sessions);
          },
    gcTime: KEPT_MS,
  });
}

/** The outcomes of a few sessions by their ids: those in their records, without one those that were said at their ends. */
export function outcomesOf(client: Client, sessions: readonly Session[]) {
  return queryOptions({
    queryKey: ['session', 'outcomes', sessions.map(({ id, outcome }) => [id, outcome])],
    queryFn:
      sessions.length === 0
        ? skipToken
        : async (): Promise<ReadonlyMap<string, ShownOutcome>> => {
            const found = await withRecords(client, sessions);
            return new Map(found.map(({ session, episode }) => [session.id, shownOutcome(episode ?? session)]));
          },
    gcTime: KEPT_MS,
  });
}
