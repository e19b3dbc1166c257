import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';
import type { Project } from '@twicewise/contract';
import { readBrief } from '../data/brief-view.ts';
import { readCauses } from '../data/causes-view.ts';
import { isGone, useClient } from '../data/client.ts';
import { readInsights } from '../data/insights-view.ts';
import { patchView, readView } from '../data/lessons-view.ts';
import { readSessions } from '../data/sessions-view.ts';
import { linkOfView } from '../groups/Rail/ViewLinks.tsx';
import { keepFacetsShown } from '../lists/facets-shown.ts';
import type { Ways } from '../sheets/Palette/use-entries.ts';
import { keptProject } from '../state/chosen-project.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';
import type { Views } from './last-views.ts';

/** Counts the questions for where a choice leads, and how often the window went elsewhere while one was open. */
let latest = 0;

/** Asks such a question. Tells whether its answer, which comes first, is still wanted. */
async function asked<T>(history: RouterHistory, question: () => Promise<T>): Promise<[answer: T, isWanted: boolean]> {
  latest += 1;
  const own = latest;
  const end = history.subscribe(({ action }) => {
    // A link that is replaced follows what is shown, such as the first row of a list that was loaded; nobody went anywhere.
    if (action.type !== 'REPLACE') latest += 1;
  });
  try {
    return [await question(), own === latest];
  } finally {
    end();
  }
}

/** Where the choices of the palette lead. `chosen` is the project of the window, once it is known. */
export function usePaletteWays(
  { project, of }: Views,
  chosen: Project | undefined,
  toProject: Ways['toProject'],
): Ways {
  const navigate = useNavigate();
  const client = useClient();
  const { say } = useCommands();
  const { history } = useRouter();
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
      // Not through the cache: there, a query that a change cancels looks like one without an answer.
      const [episode, isWanted] = await asked(history, async () => {
        const record = await client.call('episode.get', { sessionId: id }).then(
          ({ episode }) => episode,
          () => null,
        );
        if (record && record.deletedAt === null) return record.id;
        const { total } = await client.call('session.unrecorded', { sessionId: id, limit: 0 });
        return total > 0 ? id : null;
      });
      if (!isWanted) return;
      const where = { project: projectOf(projectId) };
      // A session of which nothing is known but its lessons is shown by them.
      if (episode === null) return navigate({ to: '/lessons', search: readView({ ...where, session: id }) });
      return navigate({ to: '/sessions', search: readSessions({ ...where, episode }) });
    },
    toAttempt: ({ episodeId, sessionId, projectId }) => {
      const where = { project: projectOf(projectId) };
      const episode = episodeId ?? sessionId;
      void navigate({ to: '/sessions', search: readSessions({ ...where, episode, tab: 'attempts' }) });
    },
    toNode: async ({ id }) => {
      const place = project === undefined ? {} : { projectId: project };
      const question = () => client.call('causal.node', { id, ...place }).then(() => false, isGone);
      const [isGoneHere, isWanted] = await asked(history, question);
      if (!isWanted) return;
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
    toPart: (part) => void navigate({ to: '/insights', search: readInsights({ ...of.insights, part }) }),
    toAnswer: (ask, typed) => {
      if (ask === 'brief') return void navigate({ to: '/brief', search: readBrief({ project, task: typed }) });
      void navigate({ to: '/causes', search: readCauses({ project, ask, from: typed }) });
    },
  };
}
