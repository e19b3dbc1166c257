import { useMemo } from 'react';
import { MOST_HIDDEN } from '../../data/causes-view.ts';
import { MOST_PINNED, pinnedPlaces, withoutPin, withPin } from '../../data/map-pins.ts';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import type { Places, Point } from '../../graph/layout.ts';
import { NONE_HIDDEN } from '../../graph/picture.ts';
import { nodePlaces } from '../../graph/places.ts';
import { keysOf } from '../../state/action-keys.ts';
import { useCommands } from '../../state/commands.tsx';
import { focusMap } from '../../state/focus-map.ts';
import { causes } from '../../strings/causes.ts';
import type { Causes } from './use-causes.ts';

const words = causes.map;

/** Takes something back. A button for it is gone then, so the keys go on at the map. */
const thenToMap = (takeBack: () => void) => () => {
  takeBack();
  focusMap();
};

/** How a person shapes the map: what is hidden, pinned and in focus. All of it is in the link, so going back undoes it. */
export function useShape({ view, change, open, drawn, picture }: Causes) {
  const { say } = useCommands();
  const { hide: hidden = [] } = view;
  const only = drawn?.only ?? null;
  const isFixed = only !== null;
  const isPinned = (id: string) => pinnedPlaces(view.pin)[id] !== undefined;
  const put = (id: string, place: Point) => {
    const pin = isFixed ? null : withPin(view.pin, id, place);
    if (pin) change({ pin });
    else say(isFixed ? words.fixed : words.mostPinned(MOST_PINNED));
  };
  /** Pins a node where it is, or gives its place back to the arrangement. */
  const pin = (id: string) => {
    const place = drawn && nodePlaces(drawn.of)[id];
    if (!isFixed && isPinned(id)) change({ pin: withoutPin(view.pin, id) });
    else if (place || isFixed) put(id, place ?? { x: 0, y: 0 });
  };
  const hideAll = (ids: string[], text: string) => {
    change({ hide: ids, ...(view.at && ids.includes(view.at) ? { at: undefined } : {}) });
    say(text);
  };
  /** Hides a node, or shows it again. The map stays, also where the node is its middle. */
  const hide = (id: string) => {
    const others = hidden.filter((other) => other !== id);
    if (others.length < hidden.length) return hideAll(others, words.shownAgain);
    if (hidden.length >= MOST_HIDDEN) return say(words.mostHidden(MOST_HIDDEN));
    const label = picture.nodes.find((node) => node.id === id)?.label ?? '';
    hideAll([...hidden, id], words.hid(label, keysText(keysOf('showHidden')[0] ?? '')));
  };
  /** Shows only a node and its neighbours, or all again. */
  const focus = (id: string) =>
    change({ only: id === only?.id ? undefined : id, at: id === view.node ? undefined : id });
  return {
    ...{ only, isFixed, isPinned, put, pin, hide, focus },
    hidden: drawn?.hidden ?? NONE_HIDDEN,
    pins: view.pin ?? [],
    unhide: thenToMap(() => hidden.length > 0 && hideAll([], words.unhid)),
    unpin: thenToMap(() => change({ pin: undefined })),
    leave: thenToMap(() => change({ only: undefined })),
    tidy: () => change({ even: open.length || undefined }),
  };
}

/** See {@link useShape}. */
export type Shape = ReturnType<typeof useShape>;

/** The places of pinned nodes; none while a node is in focus, whose neighbours are arranged anew. */
export function usePins({ view: { pin }, drawn }: Causes): Places {
  const isFixed = drawn !== null && drawn.only !== null;
  return useMemo(() => (isFixed ? {} : pinnedPlaces(pin)), [pin, isFixed]);
}

/** What leaves the selection, and what Escape does on the map: one step out, of the focus before the selection, which it began with. */
export function leavingOf({ view, change, drawn }: Causes) {
  const deselect = () => change({ at: undefined, edge: undefined }, { replace: true });
  const isDeep = view.edge === undefined && drawn?.only;
  return { deselect, leave: isDeep ? () => change({ only: undefined }) : deselect };
}

/** What the table below the map shows, which is in the link, so that coming back or another window shows the same. */
export const rowsOf = ({ view, change }: Causes) => ({
  rows: view.table ?? ('edges' as const),
  onRows: (rows: 'edges' | 'nodes') => change({ table: rows === 'nodes' ? rows : undefined }, { replace: true }),
});
