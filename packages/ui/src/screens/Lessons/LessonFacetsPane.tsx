import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useClient } from '../../data/client.ts';
import { shownFacets } from '../../data/facet-view.ts';
import { EMPTY_VIEW, type LessonsView, queryOfView, toFilter, viewOfQuery } from '../../data/lessons-view.ts';
import { lessonFacets } from '../../data/queries/facets.ts';
import { Facets } from '../../groups/Facets/Facets.tsx';
import { SavedViewsPane } from '../../panes/SavedViewsPane.tsx';
import { strings } from '../../strings.ts';
import type { ChangeView } from './use-view.ts';

const words = strings.facets;

interface FacetsPaneProps {
  view: LessonsView;
  change: ChangeView;
  paneRef: RefObject<HTMLElement | null>;
}

/** The facets of the listed lessons with counts, and the saved views. */
export function LessonFacetsPane({ view, change, paneRef }: FacetsPaneProps) {
  const query = useQuery(lessonFacets(useClient(), toFilter(view)));
  return (
    <Facets
      paneRef={paneRef}
      query={query}
      failed={words.failed}
      shownOf={(counted) => shownFacets(view, counted)}
      above={
        <>
          <SavedViewsPane
            screen="lessons"
            now={queryOfView(view)}
            onOpen={(saved) => change({ ...EMPTY_VIEW, ...viewOfQuery(saved) })}
          />
          {view.q !== undefined && (
            <p className="border-line border-b px-3 py-2 text-ink-2 text-small">{words.words}</p>
          )}
        </>
      }
      onChange={change}
    />
  );
}
