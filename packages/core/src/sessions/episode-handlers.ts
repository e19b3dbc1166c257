import { excerpt, type OutputOf } from '@twicewise/contract';
import { causalOrder, renderAdr038, renderLoopState } from '@twicewise/ingest';
import type { WriteContext } from '../runtime/context.ts';
import { read, task, write } from '../runtime/define-handler.ts';
import { refuseBinned, refuseStale } from '../runtime/editing.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { refuseWordsOfPerson } from '../runtime/person-only.ts';
import { episodeFacetsOf } from './episodes/episode-facets.ts';
import { listEpisodes } from './episodes/list-episodes.ts';
import { meantEpisode } from './episodes/meant.ts';
import { queueEpisodes } from './episodes/queue-reading.ts';
import { renameRef } from './episodes/rename-ref.ts';
import { editedFields, requireEpisode, storeEpisode } from './episodes/write-episode.ts';

type Written = OutputOf<'episode.update'>;

/** Changes fields of one episode as one operation and returns the changed episode. */
function change(context: WriteContext, id: string, name: string, verb: string, fields: object): Written {
  const before = requireEpisode(context.db, id);
  context.record.update('episode', id, { ...fields });
  const operationId = context.record.finish({
    name,
    summary: `${verb}: ${excerpt(before.task, 120)}`,
    sessionId: before.sessionId,
    projectId: before.projectId,
  });
  return { episode: requireEpisode(context.db, id), operationId };
}

export const episodeHandlers: HandlersOf<
  | 'episode.store'
  | 'episode.get'
  | 'episode.list'
  | 'episode.facets'
  | 'episode.decisions'
  | 'episode.update'
  | 'episode.renameRef'
  | 'episode.delete'
  | 'episode.restore'
  | 'episode.export'
  | 'import.episodes'
  | 'episode.extract'
> = {
  'episode.store': write((input, context) => storeEpisode(context, input)),
  'episode.get': read((named, context) => ({ episode: meantEpisode(named, context) })),
  'episode.list': task(listEpisodes),
  'episode.facets': task(episodeFacetsOf),
  'episode.decisions': read((named, context) => {
    const { id, decisions, events, links } = meantEpisode(named, context);
    const places = new Map(causalOrder([...decisions, ...events], links).map((item, place) => [item.id, place]));
    const placeOf = (item: { id: string }) => places.get(item.id) ?? 0;
    return { id, decisions: decisions.toSorted((a, b) => placeOf(a) - placeOf(b)) };
  }),
  'episode.update': write(({ id, changes, expectedRevision }, context) => {
    const episode = requireEpisode(context.db, id);
    refuseWordsOfPerson(context.caller, 'episode', episode);
    refuseBinned('episode', episode);
    refuseStale('episode', episode, expectedRevision);
    return change(context, id, 'episode.update', 'Edited session', editedFields(episode, changes, context.caller));
  }),
  'episode.renameRef': write((input, context) => renameRef(context, input)),
  'episode.delete': write(({ id }, context) => {
    const episode = requireEpisode(context.db, id);
    refuseWordsOfPerson(context.caller, 'episode', episode);
    const { deletedAt } = episode;
    return change(context, id, 'episode.delete', 'Deleted session', { deletedAt: deletedAt ?? context.at });
  }),
  'episode.restore': write(({ id }, context) =>
    change(context, id, 'episode.restore', 'Restored session', { deletedAt: null }),
  ),
  'episode.export': read(({ id, format }, { db }) =>
    format === 'loop' ? renderLoopState(requireEpisode(db, id)) : renderAdr038(requireEpisode(db, id)),
  ),
  'import.episodes': task((input, context) => queueEpisodes({ ...input, format: 'adr038' }, context)),
  'episode.extract': task((input, context) => queueEpisodes({ ...input, format: 'logs' }, context)),
};
