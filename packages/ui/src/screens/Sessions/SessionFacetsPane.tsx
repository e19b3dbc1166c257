import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useClient } from '../../data/client.ts';
import { sessionFacets } from '../../data/queries/facets.ts';
import { shownSessionFacets } from '../../data/session-facets.ts';
import {
  NO_SESSION_VIEW,
  queryOfSessions,
  type SessionsView,
  sessionsOfQuery,
  toEpisodeFilter,
} from '../../data/sessions-view.ts';
import { Facets } from '../../groups/Facets/Facets.tsx';
import { SavedViewsPane } from '../../panes/SavedViewsPane.tsx';
import { strings } from '../../strings.ts';
import type { ChangeSessions } from './use-sessions-view.ts';

interface FacetsPaneProps {
  view: SessionsView;
  change: ChangeSessions;
  paneRef: RefObject<HTMLElement | null>;
}

/** The facets of the listed sessions with counts, and the saved views; search words narrow these too. */
export function SessionFacetsPane({ view, change, paneRef }: FacetsPaneProps) {
  const query = useQuery(sessionFacets(useClient(), toEpisodeFilter(view)));
  return (
    <Facets
      paneRef={paneRef}
      query={query}
      failed={strings.sessions.countsFailed}
      shownOf={(counted) => shownSessionFacets(view, counted)}
      above={
        <SavedViewsPane
          screen="sessions"
          now={queryOfSessions(view)}
          onOpen={(saved) => change({ ...NO_SESSION_VIEW, ...sessionsOfQuery(saved) })}
        />
      }
      onChange={change}
    />
  );
}
