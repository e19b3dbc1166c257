import type { CausalNode } from '@twicewise/contract';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import type { Point } from '../../graph/layout.ts';
import type { Area } from '../../graph/map-view.ts';
import { readPalette } from '../../graph/palette.ts';
import type { Picture } from '../../graph/picture.ts';
import { type Direction, type Spot, walk } from '../../graph/walk.ts';
import { mapActionOf } from '../../state/action-keys.ts';
import { useAction } from '../../state/action-registry.tsx';
import type { MapActionId } from '../../state/actions.ts';
import { causes } from '../../strings/causes.ts';
import { strings } from '../../strings.ts';
import { HoverCard } from './HoverCard.tsx';
import { InFocus, type MapShape, MapTools } from './MapTools.tsx';
import { Minimap } from './Minimap.tsx';
import { type Drawing, useMap } from './use-map.ts';

const words = causes.map;
const DIRECTIONS: Partial<Record<MapActionId, Direction>> = {
  cause: 'left',
  effect: 'right',
  besideBefore: 'up',
  nextBeside: 'down',
};

interface CausalMapProps {
  drawing: Drawing;
  /** The selected node, where the arrow keys start. */
  at: string | null;
  onNode: (id: string) => void;
  onEdge: (id: string) => void;
  onNothing: () => void;
  /** Expands or collapses a node. */
  onOpen: (id: string) => void;
  /** Opens the menu of a node, at a place in the window. */
  onMenu: (id: string, at: Point) => void;
  /** Called when Escape leaves the map. */
  onBack: () => void;
  shape: MapShape;
  /** True beside an answer, which says the same as the map; else a table below it does. */
  isAnswer?: boolean;
}

function describeSpot(picture: Picture, { node, via }: Spot): string {
  const found = picture.nodes.find(({ id }) => id === node);
  const edge = picture.edges.find(({ id }) => id === via);
  const { relations, at, via: over, weightOf } = causes;
  const name = found ? at(found.label, found.kind) : '';
  return edge ? `${name} (${over(relations[edge.relation], weightOf(edge))})` : name;
}

function labelOf(nodes: readonly CausalNode[], id: string | null): string | null {
  return nodes.find((node) => node.id === id)?.label ?? null;
}

/** The keys of the map: a walk along edges, and what is done with the node that it reached. */
function useKeys({ drawing: { picture, middle }, at, onNode, onOpen, onBack, shape }: CausalMapProps) {
  const [spot, setSpot] = useState<Spot | null>(null);
  const trail = useRef<Spot[]>([]);
  const focused = shape.only?.id;
  // However a focus was begun or left: Escape goes back along the way since then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: emptied when the focus changes
  useEffect(() => {
    trail.current = [];
  }, [focused]);
  /** The node that the keys act on: the selected one, where it is drawn. A key never acts on one that nobody chose. */
  const here = (): Spot | null => {
    if (at === null || !picture.nodes.some(({ id }) => id === at)) return null;
    return spot?.node === at ? spot : { node: at, via: null };
  };
  const go = (next: Spot) => {
    setSpot(next);
    onNode(next.node);
  };
  const stepBack = () => {
    const before = trail.current.pop();
    if (before && picture.nodes.some(({ id }) => id === before.node)) go(before);
    else onBack();
  };
  const step = (direction: Direction) => {
    const from = here();
    const first = (picture.nodes.find(({ id }) => id === middle) ?? picture.nodes[0])?.id;
    // Where none is selected, an arrow only selects one.
    const next = from ? walk(picture, from, direction) : first === undefined ? null : { node: first, via: null };
    if (!next) return;
    if (from) trail.current.push(from);
    go(next);
  };
  const ofMap: Partial<Record<MapActionId, () => void>> = {
    stepBack,
    showHidden: shape.unhide,
    unpinAll: shape.unpin,
  };
  const ofNode: Partial<Record<MapActionId, (node: string) => void>> = {
    expandOrCollapse: onOpen,
    nodeHide: shape.hide,
    nodePin: shape.pin,
    nodeOnly: shape.focus,
  };
  const act = (action: MapActionId) => {
    ofMap[action]?.();
    const node = here()?.node;
    if (node !== undefined) ofNode[action]?.(node);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = mapActionOf(event);
    if (action === undefined || picture.nodes.length === 0) return;
    // On a button over the map, Enter is that of the button.
    if (event.key === 'Enter' && event.target !== event.currentTarget) return;
    const direction = DIRECTIONS[action];
    if (direction) step(direction);
    // A key that is held down hides one node, not all.
    else if (!event.repeat) act(action);
    event.preventDefault();
  };
  // `onKeyDown` above runs these keys; they are registered so that the line of keys names them.
  useAction('cause', () => false, picture.nodes.length > 0);
  useAction('effect', () => false, picture.nodes.length > 0);
  return { spot, onKeyDown, here };
}

const within = (at: number, from: number, to: number) => Math.min(Math.max(at, from), to);

/** Opens the menu of the node where the keys are, at that node, when a key asks for a menu: the map then has the focus itself. */
function useMenuKey(
  container: RefObject<HTMLElement | null>,
  { onMenu }: CausalMapProps,
  nodeAt: () => ({ id: string } & Area) | null,
): void {
  const ask = useRef<(event: MouseEvent) => void>(null);
  useEffect(() => {
    ask.current = (event) => {
      const place = container.current?.getBoundingClientRect();
      const node = nodeAt();
      if (event.target !== event.currentTarget || !place || !node) return;
      event.preventDefault();
      event.stopPropagation();
      const x = within(place.left + node.left + 24, place.left, place.right);
      onMenu(node.id, { x, y: within(place.top + node.bottom, place.top, place.bottom) });
    };
  });
  useEffect(() => {
    const map = container.current?.parentElement;
    const onAsk = (event: MouseEvent) => ask.current?.(event);
    map?.addEventListener('contextmenu', onAsk);
    return () => map?.removeEventListener('contextmenu', onAsk);
  }, [container]);
}

/** The map of causes: a drawing that works with the keyboard, with a description for people who cannot see it. */
export function CausalMap(props: CausalMapProps) {
  const { drawing, onNode, onEdge, onNothing, onOpen, shape, isAnswer = false } = props;
  const { picture, middle, chosen } = drawing;
  const container = useRef<HTMLDivElement>(null);
  const keys = useId();
  const [over, setOver] = useState<({ id: string } & Area) | null>(null);
  const focus = () => container.current?.parentElement?.focus({ preventScroll: true });
  const [isFocused, setIsFocused] = useState(false);
  useAction('toMap', focus, true, !isFocused);
  const onMenu = (id: string, at: Point) => {
    // The press took the focus away, and from the menu it returns here.
    focus();
    props.onMenu(id, at);
  };
  const events = { onNode, onEdge, onNothing, onOpen, onMenu, onMoved: shape.put, onHover: setOver };
  const { view, failed, retry, tidy, placed } = useMap(container, drawing, events);
  const hovered = over && picture.nodes.find(({ id }) => id === over.id);

  const { spot, onKeyDown, here } = useKeys(props);
  useMenuKey(container, props, () => {
    const id = here()?.node;
    const area = id === undefined ? null : view?.areaOf(id);
    return id !== undefined && area ? { id, ...area } : null;
  });
  const drawnText = words.text(picture.nodes.length, picture.edges.length, labelOf(picture.nodes, middle));
  const text = `${drawnText} ${isAnswer ? words.answerSame : words.tableSame}`;
  return (
    <div className="flex min-h-0 grow flex-col">
      <div
        role="application"
        aria-label={text}
        aria-describedby={keys}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map goes by keys of its own
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
        // The drawing hears nothing of a pointer that leaves it from a node.
        onPointerLeave={() => setOver(null)}
        // Nor of one that the menu has taken.
        onContextMenu={() => setOver(null)}
        data-place="map"
        data-keys="map"
        className="@container relative min-h-0 grow bg-reading max-[880px]:min-h-48 focus-visible:-outline-offset-2"
      >
        <div
          ref={container}
          aria-hidden
          // The drawing takes the focus away at each press, and without it the keys of the map would not work.
          // A press of the other button has opened a menu, which has the focus.
          onPointerUp={({ button }) => button === 0 && focus()}
          className="absolute inset-0 overflow-hidden"
        />
        {view && <Minimap view={view} places={placed} />}
        <div className="absolute top-2 left-2 z-1 max-w-[calc(100%-1rem)]">
          <InFocus shape={shape} />
        </div>
        {hovered && over && <HoverCard node={hovered} over={over} within={container.current} />}
        <p id={keys} className="sr-only">
          {words.keys}
        </p>
        <p aria-live="polite" className="sr-only">
          {spot ? describeSpot(picture, spot) : ''}
        </p>
        {!view && !failed && <p className="absolute inset-0 animate-late p-6 text-ink-3">{words.loading}</p>}
        {failed && (
          <div role="alert" className="absolute inset-0 flex flex-col items-start gap-2 p-6">
            <p>{words.failed}</p>
            <Button onClick={retry}>{strings.actions.retry}</Button>
          </div>
        )}
      </div>
      <MapTools
        view={view}
        picture={picture}
        chosen={chosen}
        shape={shape}
        middle={middle}
        places={placed}
        isPart={drawing.lead !== null}
        palette={() => container.current && readPalette(container.current)}
        onTidy={() => {
          tidy();
          shape.tidy();
        }}
        // Keys that say what to do with a node; others, as Enter and the arrows, are those of the tool.
        onKeyDown={(event) => (event.key.length === 1 || event.key === 'Delete') && onKeyDown(event)}
      />
    </div>
  );
}
