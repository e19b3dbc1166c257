import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EpisodeSummary, ListedEpisode, OutputOf, ParsedInputOf } from '@twicewise/contract';
import {
  countEpisodes,
  type EpisodeFilter,
  episodeSeqs,
  findEpisodes,
  getEpisode,
  type RankedEpisode,
  type ReadableDb,
  rankEpisodes,
  readListed,
  toPage,
} from '@twicewise/store';
import { many } from '../../lessons/lesson-filter.ts';
import type { TaskContext } from '../../runtime/handler.ts';
import { findProjectIds, findSessionIds } from '../../runtime/references.ts';
import type { Services } from '../../runtime/services.ts';
import { withText } from '../../runtime/text-filter.ts';
import { bestFirst, orderAsked } from '../session-order.ts';
import { EPISODE_TABLE, type EpisodeTest, passes } from './episode-table.ts';
import { outstandingLines } from './lines.ts';

/** Filters of a list of episodes, as in the input. */
export type EpisodeListFilters = Omit<ParsedInputOf<'episode.list'>, 'limit' | 'cursor' | 'order'>;

const instant = (given: string | undefined) => (given === undefined ? undefined : new Date(given).toISOString());

/** The filters for the table in memory, which supports all of them except `text`. */
export function episodeTest(filters: EpisodeListFilters, db: ReadableDb): EpisodeTest {
  const { projectId, sessionId } = filters;
  return {
    inBin: filters.deleted === 'only',
    projectIds: projectId === undefined ? undefined : findProjectIds(db, projectId),
    sessionIds: sessionId === undefined ? undefined : findSessionIds(db, sessionId),
    outcomes: many(filters.outcome),
    outcomeSources: many(filters.outcomeSource),
    has: filters.has,
    authors: many(filters.author),
    months: many(filters.month),
    since: instant(filters.since),
    until: instant(filters.until),
  };
}

/** The filters that the store has indexes for. */
function storedFilter(
  { outcome, since, until, deleted, ...filters }: EpisodeListFilters,
  db: ReadableDb,
): EpisodeFilter {
  const { projectIds, sessionIds } = episodeTest({ ...filters, deleted }, db);
  return {
    outcome,
    since,
    until,
    deleted,
    ...(projectIds ? { projectIds: [...projectIds] } : {}),
    ...(sessionIds ? { sessionIds: [...sessionIds] } : {}),
  };
}

/** True for filters that the store could answer only by reading every episode. */
const asksTable = ({ has, author, outcomeSource, month }: EpisodeListFilters) =>
  [has, author, outcomeSource, month].some((asked) => asked !== undefined);

/** `seq` of the episodes that pass the filters the store lacks; null when there are none. */
async function findPlaces(
  filters: EpisodeListFilters,
  stored: EpisodeFilter,
  services: Services,
): Promise<readonly number[] | null> {
  const table = asksTable(filters) ? await services.part(EPISODE_TABLE)() : null;
  const test = episodeTest(filters, services.db());
  const chosen = table && [...table].flatMap((one) => (passes(one, test) ? [one.seq] : []));
  const kept = await withText(services, filters.text, () => chosen ?? episodeSeqs(services.db(), stored), 'episodes');
  return kept ? [...kept] : chosen;
}

/** `seq` of all episodes that match, ascending. */
export async function matchingEpisodes(filters: EpisodeListFilters, services: Services): Promise<number[]> {
  const filter = storedFilter(filters, services.db());
  const seqs = await findPlaces(filters, filter, services);
  const found = episodeSeqs(services.db(), seqs ? { ...filter, seqs } : filter);
  return found.sort((a, b) => a - b);
}

const NO_LINES = { lastDecision: null, lastError: null, nextStep: null, result: null, found: null };

/** Adds to each episode what its row says. Each is read in full and may have half a megabyte, so others are served in between. */
async function withLines(
  items: readonly EpisodeSummary[],
  text: string | undefined,
  services: Services,
): Promise<ListedEpisode[]> {
  const listed: ListedEpisode[] = [];
  for (const item of items) {
    const db = services.db();
    const episode = getEpisode(db, item.id);
    const lines = episode ? outstandingLines(episode, text) : NO_LINES;
    const [ranked] = text?.trim() ? rankEpisodes(db, [item.seq], text) : [];
    listed.push({ ...item, ...lines, match: ranked?.match ?? null });
    await nextTurn();
  }
  return listed;
}

/** Episodes that are ranked before others are served; about 2 ms. */
const PER_TURN = 8;
const BEST = bestFirst('episodes');

/** A page of the episodes that have all words of a text, the best matches first. Reads the texts of all of them. */
async function bestEpisodes(
  seqs: readonly number[],
  text: string,
  { limit, cursor }: Pick<ParsedInputOf<'episode.list'>, 'limit' | 'cursor'>,
  services: Services,
) {
  const ranked = new Map<number, RankedEpisode>();
  for (let from = 0; from < seqs.length; from += PER_TURN) {
    for (const one of rankEpisodes(services.db(), seqs.slice(from, from + PER_TURN), text)) ranked.set(one.seq, one);
    await nextTurn();
  }
  const rest = BEST.after([...ranked.values()], cursor).slice(0, limit + 1);
  const rows = readListed(
    services.db(),
    rest.map(({ seq }) => seq),
  );
  const keyOf = ({ seq, createdAt: at }: EpisodeSummary) => BEST.keyOf(ranked.get(seq) ?? { seq, at, match: null });
  return toPage(rows, limit, BEST.kind, keyOf, (row) => row);
}

/** Implements `episode.list`. */
export async function listEpisodes(
  { limit, cursor, order, ...filters }: ParsedInputOf<'episode.list'>,
  { services }: TaskContext,
): Promise<OutputOf<'episode.list'>> {
  const filter = storedFilter(filters, services.db());
  const seqs = await findPlaces(filters, filter, services);
  const db = services.db();
  const wanted = seqs ? { ...filter, seqs } : filter;
  const total = countEpisodes(db, wanted);
  const { text = '' } = filters;
  const by = orderAsked({ ...filters, order });
  const page =
    by !== 'best'
      ? findEpisodes(db, wanted, limit, cursor, by)
      : limit > 0
        ? await bestEpisodes(episodeSeqs(db, wanted), text, { limit, cursor }, services)
        : findEpisodes(db, wanted, 0);
  return { items: await withLines(page.items, filters.text, services), nextCursor: page.nextCursor, total };
}
