import { useRef, useState } from 'react';
import { firstFilter } from '../groups/Facets/first-filter.ts';
import { useAction } from '../state/action-registry.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';
import { areFacetsShown, keepFacetsShown, type ListWithFacets } from './facets-shown.ts';
import { useHasRoomForFilters } from './use-media.ts';

/**
 * Whether the facets are shown beside the list, and a function to toggle them. The browser stores it, so that it is the same next
 * time. While a form is open (`inForm`) that they would lie over, they are away, and come back after it.
 */
export function useFacets(list: ListWithFacets, onLeave: () => void, inForm = false) {
  const { say } = useCommands();
  const away = !useHasRoomForFilters() && inForm;
  const pane = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(() => areFacetsShown(list));
  const show = (next: boolean) => {
    keepFacetsShown(list, next);
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
      (firstFilter(pane.current) ?? pane.current)?.focus();
    });
  };
  const isOpen = shown && !away;
  useAction('facets', toggle, away ? strings.whyNot.formOpen : true, !isOpen || strings.shortcuts.hint.closeFilters);
  return { pane, shown: isOpen, close, toggle };
}
