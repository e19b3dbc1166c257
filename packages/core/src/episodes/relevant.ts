import type { Episode } from '@twicewise/contract';
import { episodeOfSession } from '@twicewise/store';
import type { TaskContext } from '../context.ts';
import { isAgentAtWork } from '../person-only.ts';
import { ownSession, type Place, projectScope } from '../scope.ts';
import { contextOf } from '../search.ts';
import { SEARCHED_STATES } from '../told-states.ts';

/** Episodes of earlier sessions that have to do with a question, the most relevant first. */
export async function relevantEpisodes(
  question: string,
  { limit, ...place }: Pick<Place, 'projectId' | 'everywhere'> & { limit: number },
  task: TaskContext,
): Promise<Episode[]> {
  const index = await task.services.sessions();
  const within = contextOf(task);
  const accept = { ...projectScope(place, within), states: SEARCHED_STATES };
  const { hits } = index.search(question, { limit, accept });
  const found = hits.flatMap(({ id }) => episodeOfSession(within.db, id) ?? []);
  // What its own session did an agent knows.
  const own = isAgentAtWork(task.caller) ? ownSession(within) : undefined;
  return found.filter(({ deletedAt, sessionId }) => deletedAt === null && sessionId !== own);
}
