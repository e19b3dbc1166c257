import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { useClient } from '../../data/client.ts';
import { type LessonsView, toFilter } from '../../data/lessons-view.ts';
import { lessonFacets } from '../../data/queries/facets.ts';
import { IconButton } from '../../elements/Button/Button.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import { Facets } from '../../groups/Facets/Facets.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import { SavedViewsPane } from './SavedViewsPane.tsx';
import type { ChangeView } from './use-view.ts';

interface FacetsPaneProps {
  view: LessonsView;
  change: ChangeView;
  paneRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Beside the list where there is room, else over the lesson, so that the list stays in sight while it is narrowed. */
export function FacetsPane({ view, change, paneRef, onClose }: FacetsPaneProps) {
  const query = useQuery(lessonFacets(useClient(), toFilter(view)));
  const failed = query.error && <QueryFailure title={strings.facets.failed} query={query} />;
  // What has the focus when it opens is what stands in it first; until the counts are here, the pane itself.
  const ready = query.data !== undefined;
  useEffect(() => {
    if (ready && document.activeElement === paneRef.current)
      paneRef.current?.querySelector<HTMLElement>('[data-stop]')?.focus();
  }, [ready, paneRef]);
  return (
    <aside
      ref={paneRef}
      tabIndex={-1}
      aria-label={strings.facets.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Here it means "enough", and nothing of what it means around.
        event.preventDefault();
        onClose();
      }}
      className="flex min-h-0 w-60 shrink-0 flex-col border-line border-r bg-ground focus-visible:outline-none max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-xl:z-20 max-xl:shadow-float"
    >
      <header className="flex h-11 shrink-0 items-center border-line border-b pr-1.5 pl-3">
        <h2 className="grow font-medium">{strings.facets.label}</h2>
        <IconButton label={strings.actions.close} keys={keysText('f')} onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      <Facets
        view={view}
        facets={query.data?.facets ?? null}
        instead={failed ?? <Loading text={strings.facets.loading} />}
        saved={<SavedViewsPane view={view} change={change} />}
        searching={view.q !== undefined}
        onChange={change}
      />
    </aside>
  );
}
