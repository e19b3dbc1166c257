import type { Episode, ParsedInputOf } from '@twicewise/contract';
import { episodeOfSession } from '@twicewise/store';
import type { Context } from '../../runtime/context.ts';
import { requireProject, requireSession } from '../../runtime/references.ts';
import { requireEpisode } from './write-episode.ts';

/** Finds an episode by its id or session. Throws `not_found`. */
export function meantEpisode(named: ParsedInputOf<'episode.get'>, { db, caller }: Context): Episode {
  if ('id' in named) return requireEpisode(db, named.id);
  const project = named.projectId === undefined ? null : requireProject(db, named.projectId);
  const sessionId = requireSession(db, named.sessionId, project, caller);
  return requireEpisode(db, episodeOfSession(db, sessionId)?.id ?? `of the session ${named.sessionId}`);
}
