import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useClient } from '../../data/client.ts';
import { shownFacets } from '../../data/facet-view.ts';
import { type LessonsView, toFilter } from '../../data/lessons-view.ts';
import { lessonFacets } from '../../data/queries/facets.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { Facets } from '../../groups/Facets/Facets.tsx';
import { FacetsFrame } from '../../groups/Facets/FacetsFrame.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import { SavedViewsPane } from './SavedViewsPane.tsx';
import type { ChangeView } from './use-view.ts';

const words = strings.facets;

interface FacetsPaneProps {
  view: LessonsView;
  change: ChangeView;
  paneRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The facets of the listed lessons with counts, and the saved views. */
export function LessonFacetsPane({ view, change, paneRef, onClose }: FacetsPaneProps) {
  const query = useQuery(lessonFacets(useClient(), toFilter(view)));
  const failed = query.error && <QueryFailure title={words.failed} query={query} />;
  return (
    <FacetsFrame paneRef={paneRef} ready={query.data !== undefined} onClose={onClose}>
      <Facets
        facets={query.data ? shownFacets(view, query.data.facets) : null}
        instead={failed ?? <Loading text={words.loading} />}
        above={
          <>
            <SavedViewsPane view={view} change={change} />
            {view.q !== undefined && (
              <p className="border-line border-b px-3 py-2 text-ink-2 text-small">{words.words}</p>
            )}
          </>
        }
        onChange={change}
      />
    </FacetsFrame>
  );
}
