import { useNavigate } from '@tanstack/react-router';
import type { Project } from '@twicewise/contract';
import { readBrief } from '../data/brief-view.ts';
import { readCauses } from '../data/causes-view.ts';
import { isGone, useClient } from '../data/client.ts';
import { patchView, readView } from '../data/lessons-view.ts';
import { readSessions } from '../data/sessions-view.ts';
import { linkOfView } from '../groups/Rail/ViewLinks.tsx';
import { keepFacetsShown } from '../lists/facets-shown.ts';
import type { Ways } from '../sheets/Palette/use-entries.ts';
import { keptProject } from '../state/chosen-project.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';
import type { Views } from './last-views.ts';

/** Where the choices of the palette lead. `chosen` is the project of the window, once it is known. */
export function usePaletteWays({ project }: Views, chosen: Project | undefined, toProject: Ways['toProject']): Ways {
  const navigate = useNavigate();
  const client = useClient();
  const { say } = useCommands();
  /** The project to show a record in; that it leaves the one of the window is said. */
  const shownIn = (kept: string | undefined) => {
    if (project !== undefined && kept === undefined) say(strings.palette.leftProject);
    return kept;
  };
  const projectOf = (projectId: string) => shownIn(keptProject({ reference: project, id: chosen?.id }, projectId));
  return {
    toProject,
    toLesson: ({ id, projectId }) => {
      const search = patchView({}, { project: projectOf(projectId), lesson: id });
      void navigate({ to: '/lessons', search });
    },
    toSession: async ({ id, projectId }) => {
      const where = { project: projectOf(projectId) };
      // Not through the cache: there, a query that a change cancels looks like one without an answer.
      const record = await client.call('episode.get', { sessionId: id }).then(
        ({ episode }) => episode,
        () => null,
      );
      if (record && record.deletedAt === null)
        return navigate({ to: '/sessions', search: readSessions({ ...where, episode: record.id }) });
      const { total } = await client.call('session.unrecorded', { sessionId: id, limit: 0 });
      // A session of which nothing is known but its lessons is shown by them.
      if (total > 0) return navigate({ to: '/sessions', search: readSessions({ ...where, episode: id }) });
      return navigate({ to: '/lessons', search: readView({ ...where, session: id }) });
    },
    toAttempt: ({ episodeId, sessionId, projectId }) => {
      const where = { project: projectOf(projectId) };
      const episode = episodeId ?? sessionId;
      void navigate({ to: '/sessions', search: readSessions({ ...where, episode, tab: 'attempts' }) });
    },
    toNode: async ({ id }) => {
      const place = project === undefined ? {} : { projectId: project };
      const isGoneHere = await client.call('causal.node', { id, ...place }).then(() => false, isGone);
      return navigate({
        to: '/causes',
        search: readCauses({ project: shownIn(isGoneHere ? undefined : project), node: id }),
      });
    },
    toHits: (q) => {
      if (project !== undefined) say(strings.palette.hitsOfAll);
      void navigate({ to: '/lessons', search: { q } });
    },
    toView: ({ facets, ...view }) => {
      if (facets) keepFacetsShown(facets, true);
      void navigate(linkOfView(view));
    },
    toAnswer: (ask, typed) => {
      if (ask === 'brief') return void navigate({ to: '/brief', search: readBrief({ project, task: typed }) });
      void navigate({ to: '/causes', search: readCauses({ project, ask, from: typed }) });
    },
  };
}
