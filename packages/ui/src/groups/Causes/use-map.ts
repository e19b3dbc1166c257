import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { arranged } from '../../graph/arranger.ts';
import type { Places, Plan } from '../../graph/layout.ts';
import { loadMap } from '../../graph/map.ts';
import type { MapEvents, MapView } from '../../graph/map-view.ts';
import { readPalette } from '../../graph/palette.ts';
import type { Picture } from '../../graph/picture.ts';
import { forgetPlaces, nodePlaces, rememberPlaces } from '../../graph/places.ts';

/** What the map shows. */
export interface Drawing {
  picture: Picture;
  /** How the picture grew; see `arrangeSteps`. */
  steps: readonly Plan[];
  /** Places that a person gave to nodes. */
  pins: Places;
  /** True when nodes cannot be moved. */
  isFixed: boolean;
  /** Names the subject of the picture. Each subject keeps its own positions of nodes. */
  of: string;
  middle: string | null;
  /** The node around which a map that is too large to be read is shown; null to show all of it. */
  lead: string | null;
  /** The selected node or edge. */
  chosen: string | null;
  /** The ids of what is highlighted; null to fade nothing. */
  lit?: ReadonlySet<string> | null;
}

/** The map in the container; null until the drawing library is loaded. */
function useView(container: RefObject<HTMLElement | null>, events: MapEvents) {
  const [view, setView] = useState<MapView | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is made when one asks for it
  useEffect(() => {
    let ended = false;
    let made: MapView | null = null;
    setFailed(false);
    loadMap().then(
      (create) => {
        if (ended || !container.current) return;
        made = create(container.current, readPalette(container.current), {
          onNode: (id) => latest.current.onNode(id),
          onEdge: (id) => latest.current.onEdge(id),
          onNothing: () => latest.current.onNothing(),
          onOpen: (id) => latest.current.onOpen(id),
          onMoved: (id, to) => latest.current.onMoved(id, to),
          onMenu: (id, at) => latest.current.onMenu(id, at),
          onHover: (over) => latest.current.onHover(over),
        });
        setView(made);
      },
      () => !ended && setFailed(true),
    );
    return () => {
      ended = true;
      made?.end();
      setView(null);
    };
  }, [container, attempt]);
  return { view, failed, retry: () => setAttempt((before) => before + 1) };
}

/** Keeps the map at the size of its container and in the colours of the theme. */
function useSurroundings(container: RefObject<HTMLElement | null>, view: MapView | null): void {
  useEffect(() => {
    const place = container.current;
    if (!view || !place) return;
    const paint = () => view.paint(readPalette(place));
    const sizes = new ResizeObserver(() => view.resize());
    const themes = new MutationObserver(paint);
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    sizes.observe(place);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    system.addEventListener('change', paint);
    return () => {
      sizes.disconnect();
      themes.disconnect();
      system.removeEventListener('change', paint);
    };
  }, [container, view]);
}

/** Says of the drawing what cannot be read from a canvas. */
function describe(container: HTMLElement | null, view: MapView): void {
  for (const [name, value] of Object.entries(view.drawn())) container?.setAttribute(`data-${name}`, String(value));
}

/** Says which part of the drawing is seen, in the units of its places. */
function useSeen(container: RefObject<HTMLElement | null>, view: MapView | null): void {
  useEffect(
    () =>
      view?.watch(({ left, top, right, bottom }) => {
        const seen = [left, top, right, bottom].map((end) => end.toFixed(1)).join(' ');
        const { dataset } = container.current ?? {};
        // The library measures its container anew after each change of an attribute, and what is seen is told again after that.
        if (dataset && dataset.seen !== seen) dataset.seen = seen;
      }),
    [container, view],
  );
}

/** Draws a picture into the container. Nodes on it keep their positions, unless the map is arranged anew. */
export function useMap(container: RefObject<HTMLElement | null>, drawing: Drawing, events: MapEvents) {
  const { picture, steps, pins, isFixed, of, middle, lead, chosen, lit = null } = drawing;
  const { view, failed, retry } = useView(container, events);
  const shown = useRef({ of: '', nodes: 0 });
  const [placed, setPlaced] = useState<Places>({});
  const [anew, setAnew] = useState(0);
  useSurroundings(container, view);
  useSeen(container, view);
  // Another selection is no reason to draw again.
  const around = useRef(lead);
  useEffect(() => {
    around.current = lead;
  });

  const show = useCallback(
    async (isWanted: () => boolean) => {
      const arrangement = await arranged(steps, nodePlaces(of));
      if (!view || !isWanted()) return;
      rememberPlaces(of, arrangement);
      const places = Object.fromEntries(
        picture.nodes.map(({ id }) => [id, pins[id] ?? arrangement[id] ?? { x: 0, y: 0 }]),
      );
      view.show({ picture, places, middle, pinned: new Set(Object.keys(pins)), isFixed });
      setPlaced(places);
      const { nodes } = picture;
      // Added nodes may lie outside the view; any other change leaves the view where it is.
      const isFresh = shown.current.of !== of || nodes.length > shown.current.nodes;
      view.look(`${of} ${nodes.length}`, around.current, isFresh);
      shown.current = { of, nodes: nodes.length };
      describe(container.current, view);
    },
    [view, picture, steps, pins, isFixed, of, middle, container],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when it is to be arranged anew
  useEffect(() => {
    if (!view) return;
    let wanted = true;
    void show(() => wanted);
    return () => {
      wanted = false;
    };
  }, [view, show, anew]);
  // Before anything is painted, because the panel of the selection gives the map another place.
  useLayoutEffect(() => {
    // A new view does not know the selection yet.
    view?.choose(chosen);
  }, [view, chosen]);
  useEffect(() => {
    view?.light(lit);
    if (view) describe(container.current, view);
  }, [view, lit, container]);
  useEffect(() => {
    if (view === null) shown.current = { of: '', nodes: 0 };
  }, [view]);

  const tidy = () => {
    shown.current = { of: '', nodes: 0 };
    forgetPlaces(of);
    setAnew((before) => before + 1);
  };
  return { view, failed, retry, tidy, placed };
}
