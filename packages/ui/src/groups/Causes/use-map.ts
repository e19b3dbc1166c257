import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { arranged } from '../../graph/arranger.ts';
import type { Places } from '../../graph/layout.ts';
import { loadMap } from '../../graph/map.ts';
import type { MapEvents, MapView } from '../../graph/map-view.ts';
import { readPalette } from '../../graph/palette.ts';
import type { Picture } from '../../graph/picture.ts';
import { nodePlaces, rememberPlaces } from '../../graph/places.ts';

/** What the map shows. */
export interface Drawing {
  picture: Picture;
  /** Names the subject of the picture. Each subject keeps its own positions of nodes. */
  of: string;
  middle: string | null;
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
          onMoved: (places) => latest.current.onMoved(places),
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

/** Draws a picture into the container. Nodes on it keep their positions, unless the map is arranged anew. */
export function useMap(container: RefObject<HTMLElement | null>, drawing: Drawing, events: Omit<MapEvents, 'onMoved'>) {
  const { picture, of, middle, chosen, lit = null } = drawing;
  const onMoved: MapEvents['onMoved'] = (places) => rememberPlaces(of, places);
  const { view, failed, retry } = useView(container, { ...events, onMoved });
  const shown = useRef({ of: '', nodes: 0 });
  const [placed, setPlaced] = useState<Places>({});
  useSurroundings(container, view);

  const show = useCallback(
    async (known: ReturnType<typeof nodePlaces>, isWanted: () => boolean) => {
      const plan = {
        nodes: picture.nodes.map(({ id }) => id),
        edges: picture.edges.map(({ from, to }) => ({ from, to })),
      };
      const places = await arranged(plan, known);
      if (!view || !isWanted()) return;
      view.show({ picture, places, middle });
      rememberPlaces(of, places);
      setPlaced(places);
      const { nodes, edges, faded } = view.drawn();
      container.current?.setAttribute('data-nodes', String(nodes));
      container.current?.setAttribute('data-edges', String(edges));
      container.current?.setAttribute('data-faded', String(faded));
      // Added nodes may lie outside the view; any other change leaves the view where it is.
      if (shown.current.of !== of || nodes > shown.current.nodes) view.frame();
      shown.current = { of, nodes };
      container.current?.setAttribute('data-labelled', String(view.drawn().labelled));
    },
    [view, picture, of, middle, container],
  );
  useEffect(() => {
    if (!view) return;
    let wanted = true;
    void show(nodePlaces(of), () => wanted);
    return () => {
      wanted = false;
    };
  }, [view, show, of]);
  useEffect(() => {
    // A new view does not know the selection yet.
    view?.choose(chosen);
  }, [view, chosen]);
  useEffect(() => {
    view?.light(lit);
    if (view) container.current?.setAttribute('data-faded', String(view.drawn().faded));
  }, [view, lit, container]);
  useEffect(() => {
    if (view === null) shown.current = { of: '', nodes: 0 };
  }, [view]);

  const tidy = () => {
    shown.current = { of: '', nodes: 0 };
    void show({}, () => true);
  };
  return { view, failed, retry, tidy, placed };
}
