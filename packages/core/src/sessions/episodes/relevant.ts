import type { Episode } from '@twicewise/contract';
import { episodeOfSession } from '@twicewise/store';
import { contextOf, type TaskContext } from '../../runtime/handler.ts';
import { isAgentAtWork } from '../../runtime/person-only.ts';
import { ownSession, projectScope, type SearchPlace } from '../../runtime/scope.ts';
import { SEARCHED_STATES } from '../../runtime/told-states.ts';
import { SESSIONS } from '../session-index.ts';

/** An episode with its relevance to a question. */
export interface RelevantEpisode {
  episode: Episode;
  relevance: number;
}

/** Where to search, and the maximum number of results. */
type Wanted = Pick<SearchPlace, 'projectId' | 'everywhere'> & { limit: number };

/** The session that an agent works in, which it knows already; undefined for other callers. */
export function sessionAtHand(task: TaskContext): string | undefined {
  return isAgentAtWork(task.caller) ? ownSession(contextOf(task)) : undefined;
}

/** Episodes of earlier sessions related to a question, most relevant first. */
export async function relevantEpisodes(question: string, wanted: Wanted, task: TaskContext): Promise<Episode[]> {
  return (await findEpisodes(question, wanted, task)).map(({ episode }) => episode);
}

/** Like {@link relevantEpisodes}, with the relevance of each. */
export async function findEpisodes(
  question: string,
  { limit, ...place }: Wanted,
  task: TaskContext,
): Promise<RelevantEpisode[]> {
  const index = await task.services.index(SESSIONS);
  const within = contextOf(task);
  const accept = { ...projectScope(place, within), states: SEARCHED_STATES };
  const { hits } = index.search(question, { limit, accept });
  const found = hits.flatMap(({ id, relevance }) => {
    const episode = episodeOfSession(within.db, id);
    return episode ? [{ episode, relevance }] : [];
  });
  const own = sessionAtHand(task);
  return found.filter(({ episode }) => episode.deletedAt === null && episode.sessionId !== own);
}
