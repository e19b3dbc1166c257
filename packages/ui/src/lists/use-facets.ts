import { useRef, useState } from 'react';
import { firstStop } from '../groups/Facets/first-stop.ts';
import { useAction } from '../state/action-registry.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';
import { useHasRoomForFilters } from './use-media.ts';

/** The names under which the browser stores of which lists the facets are shown. */
const FACETS_OF = { lessons: 'twicewise.facets', sessions: 'twicewise.facets.sessions', drafts: 'today-filters' };

/** Shows the facets of a list the next time it is drawn. */
export function showFacets(list: keyof typeof FACETS_OF): void {
  localStorage.setItem(FACETS_OF[list], 'shown');
}

/**
 * Whether the facets are shown beside the list, and a function to toggle them. The browser stores it under the name of the list, so that it
 * is the same next time. While a form is open (`inForm`) that they would lie over, they are away, and come back after it.
 */
export function useFacets(list: keyof typeof FACETS_OF, onLeave: () => void, inForm = false) {
  const { say } = useCommands();
  const name = FACETS_OF[list];
  const away = !useHasRoomForFilters() && inForm;
  const pane = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(() => localStorage.getItem(name) === 'shown');
  const show = (next: boolean) => {
    localStorage.setItem(name, next ? 'shown' : 'hidden');
    setShown(next);
  };
  const close = () => {
    show(false);
    onLeave();
  };
  const toggle = () => {
    if (away) return say(strings.whyNot.formOpen);
    if (shown) return close();
    show(true);
    // By the next frame it is drawn.
    requestAnimationFrame(() => {
      (firstStop(pane.current) ?? pane.current)?.focus();
    });
  };
  useAction('facets', toggle, away ? strings.whyNot.formOpen : true);
  return { pane, shown: shown && !away, close, toggle };
}
