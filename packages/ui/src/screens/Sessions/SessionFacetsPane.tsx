import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useClient } from '../../data/client.ts';
import { sessionFacets } from '../../data/queries/facets.ts';
import { shownSessionFacets } from '../../data/session-facets.ts';
import { type SessionsView, toEpisodeFilter } from '../../data/sessions-view.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { Facets } from '../../groups/Facets/Facets.tsx';
import { FacetsFrame } from '../../groups/Facets/FacetsFrame.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import type { ChangeSessions } from './use-sessions-view.ts';

interface FacetsPaneProps {
  view: SessionsView;
  change: ChangeSessions;
  paneRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The facets of the listed sessions with counts; search words narrow these too. */
export function SessionFacetsPane({ view, change, paneRef, onClose }: FacetsPaneProps) {
  const query = useQuery(sessionFacets(useClient(), toEpisodeFilter(view)));
  const failed = query.error && <QueryFailure title={strings.sessions.countsFailed} query={query} />;
  return (
    <FacetsFrame paneRef={paneRef} ready={query.data !== undefined} onClose={onClose}>
      <Facets
        facets={query.data ? shownSessionFacets(view, query.data.facets) : null}
        instead={failed ?? <Loading text={strings.facets.loading} />}
        onChange={change}
      />
    </FacetsFrame>
  );
}
