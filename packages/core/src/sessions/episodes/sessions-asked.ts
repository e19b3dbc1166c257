import type { Episode, EpisodeSummary } from '@twicewise/contract';
import { namesNothing } from '@twicewise/search';
import { type EpisodeFilter, findEpisodes, getEpisode } from '@twicewise/store';
import type { Context } from '../../runtime/context.ts';
import { contextOf, type TaskContext } from '../../runtime/handler.ts';
import { projectScope, type SearchPlace } from '../../runtime/scope.ts';
import { SEARCHED_STATES } from '../../runtime/told-states.ts';
import { SESSIONS } from '../session-index.ts';
import { type DayAsked, dayAsked } from './day-asked.ts';
import { relevantEpisodes, sessionAtHand } from './relevant.ts';

/** Maximum number of sessions of one day that are considered, newest first. */
const MAX_OF_DAY = 200;
/** Minimum relevance of a session of the named day to the rest of the question. */
const RELEVANT_THAT_DAY = 0.1;
const DAY_MS = 86_400_000;

/** Where to search, and the maximum number of results. */
type Wanted = Pick<SearchPlace, 'projectId' | 'everywhere'> & { limit: number };

/** A day and its sessions. */
export interface SessionsOfDay {
  date: string;
  sessions: readonly EpisodeSummary[];
}

/** Earlier sessions that match a question. */
export interface SessionsAsked {
  episodes: Episode[];
  /** The named day, when its sessions were asked for whatever their topic; otherwise null. */
  day: SessionsOfDay | null;
}

/** Filter for sessions that began on a day, in UTC, like displayed dates. */
function filterOfDay({ date }: DayAsked, place: SearchPlace, context: Context): EpisodeFilter {
  const { projectIds } = projectScope(place, context);
  const since = `${date}T00:00:00.000Z`;
  const until = new Date(Date.parse(since) + DAY_MS).toISOString();
  return { since, until, deleted: 'exclude', ...(projectIds ? { projectIds: [...projectIds] } : {}) };
}

/**
 * Whether the day of a session is known. A file without a date leaves it unknown; a session recorded by an agent has the day of
 * its recording.
 */
function hasDay({ occurredAt, author }: EpisodeSummary): boolean {
  return occurredAt !== null || author.kind !== 'importer';
}

/** Sessions of the day; those with known content come first. */
function sessionsOf(day: DayAsked, place: SearchPlace, task: TaskContext): EpisodeSummary[] {
  const context = contextOf(task);
  const own = sessionAtHand(task);
  const { items } = findEpisodes(context.db, filterOfDay(day, place, context), MAX_OF_DAY);
  const isTold = (one: EpisodeSummary) => hasDay(one) && one.sessionId !== own;
  const known = ({ decisions, events, lessons }: EpisodeSummary) => Number(decisions + events + lessons.length > 0);
  return items.filter(isTold).toSorted((a, b) => known(b) - known(a));
}

/** Sessions of the day that are related to the rest of the question. */
async function aboutRest(
  { rest }: DayAsked,
  sessions: readonly EpisodeSummary[],
  limit: number,
  task: TaskContext,
): Promise<string[]> {
  if (sessions.length === 0 || namesNothing(rest)) return [];
  const index = await task.services.index(SESSIONS);
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  const accept = { sessionIds, states: SEARCHED_STATES };
  const { hits } = index.search(rest, { limit, accept, minRelevance: RELEVANT_THAT_DAY });
  return hits.flatMap(({ id }) => sessions.find(({ sessionId }) => sessionId === id)?.id ?? []);
}

/** Related sessions of the named day come before other sessions near the words. */
async function ofDayFirst(question: string, day: DayAsked, wanted: Wanted, task: TaskContext): Promise<Episode[]> {
  const ids = await aboutRest(day, sessionsOf(day, wanted, task), wanted.limit, task);
  const others = await relevantEpisodes(question, wanted, task);
  return [...read(ids, task), ...others.filter(({ id }) => !ids.includes(id))].slice(0, wanted.limit);
}

function read(ids: readonly string[], { services }: TaskContext): Episode[] {
  return ids.flatMap((id) => getEpisode(services.db(), id) ?? []);
}

/** Earlier sessions that a question asks for: all of a day if it asks only for that, otherwise those related to its words. */
export async function sessionsAsked(question: string, wanted: Wanted, task: TaskContext): Promise<SessionsAsked> {
  if (namesNothing(question)) return { episodes: [], day: null };
  const day = dayAsked(question);
  if (!day) return { episodes: await relevantEpisodes(question, wanted, task), day: null };
  if (!day.isAll) return { episodes: await ofDayFirst(question, day, wanted, task), day: null };
  const sessions = sessionsOf(day, wanted, task);
  const ids = sessions.slice(0, wanted.limit).map(({ id }) => id);
  return { episodes: read(ids, task), day: { date: day.date, sessions } };
}
