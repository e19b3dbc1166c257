import type { CausalNode } from '@twicewise/contract';
import { Crosshair, Maximize, Minus, Plus, Shuffle } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { saveBlob, saveFile } from '../../elements/Chart/svg.ts';
import type { MapColours } from '../../graph/look.ts';
import type { Area, MapView } from '../../graph/map-view.ts';
import { readPalette } from '../../graph/palette.ts';
import type { Picture } from '../../graph/picture.ts';
import { svgOf } from '../../graph/svg.ts';
import { type Direction, type Spot, walk } from '../../graph/walk.ts';
import { mapActionOf } from '../../state/action-keys.ts';
import type { MapActionId } from '../../state/actions.ts';
import { strings } from '../../strings.ts';
import { HoverCard } from './HoverCard.tsx';
import { Legend } from './Legend.tsx';
import { Minimap } from './Minimap.tsx';
import { type Drawing, useMap } from './use-map.ts';

const words = strings.causes.map;
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
  /** Called when Escape leaves the map. */
  onBack: () => void;
  hidden: number;
  onUnhide: () => void;
  /** True beside an answer, which says the same as the map; else a table below it does. */
  isAnswer?: boolean;
}

function describeSpot(picture: Picture, { node, via }: Spot): string {
  const found = picture.nodes.find(({ id }) => id === node);
  const edge = picture.edges.find(({ id }) => id === via);
  const { relations, at, via: over, weightOf } = strings.causes;
  const name = found ? at(found.label, found.kind) : '';
  return edge ? `${name} (${over(relations[edge.relation], weightOf(edge))})` : name;
}

interface ToolsProps {
  view: MapView | null;
  picture: Picture;
  chosen: string | null;
  hidden: number;
  middle: string | null;
  palette: () => MapColours | null;
  onTidy: () => void;
  onUnhide: () => void;
}

/** Buttons that frame, zoom and rearrange the map, or centre the selection. */
function Looking({ view, chosen, onTidy }: Pick<ToolsProps, 'view' | 'chosen' | 'onTidy'>) {
  const tools = [
    [words.fit, Maximize, () => view?.frame()],
    [words.zoomIn, Plus, () => view?.zoomIn()],
    [words.zoomOut, Minus, () => view?.zoomOut()],
    [words.focus, Crosshair, () => chosen && view?.focus(chosen)],
    [words.tidy, Shuffle, onTidy],
  ] as const;
  return tools.map(([label, Icon, onClick]) => (
    <IconButton key={label} label={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </IconButton>
  ));
}

/** Saves the map as a file: as a picture (PNG, SVG) or as its data (JSON). */
function Saving({ view, picture, middle, palette }: Pick<ToolsProps, 'view' | 'picture' | 'middle' | 'palette'>) {
  const drawn = (save: (view: MapView, colours: MapColours) => void) => () => {
    const colours = palette();
    if (view && colours) save(view, colours);
  };
  const kinds = [
    ['PNG', drawn((map, { ground }) => saveBlob('causes.png', map.picture(ground)))],
    [
      'SVG',
      drawn((map, colours) =>
        saveFile('causes.svg', 'image/svg+xml', svgOf({ picture, places: map.places(), middle }, colours)),
      ),
    ],
    ['JSON', () => saveFile('causes.json', 'application/json', `${JSON.stringify(picture, null, 2)}\n`)],
  ] as const;
  return (
    <>
      <span className="pl-2 text-ink-3 text-small">{words.save}</span>
      {kinds.map(([kind, onClick]) => (
        <Button key={kind} tone="quiet" className="px-1.5" aria-label={words.saveAs(kind)} onClick={onClick}>
          {kind}
        </Button>
      ))}
    </>
  );
}

/** The tools for the map as a whole. */
function Tools({ view, picture, middle, chosen, hidden, palette, onTidy, onUnhide }: ToolsProps) {
  const [legend, setLegend] = useState(false);
  const id = useId();
  return (
    <div className="relative">
      {/* Over the map: it must not make it smaller. */}
      <div id={id} hidden={!legend} className="absolute right-0 bottom-full left-0 z-2">
        <Legend />
      </div>
      <div className="flex flex-wrap items-center gap-1 border-line border-t bg-surface px-2 py-1">
        <Looking view={view} chosen={chosen} onTidy={onTidy} />
        {hidden > 0 && (
          <Button tone="quiet" onClick={onUnhide}>
            {words.hidden(hidden)}
          </Button>
        )}
        <span className="ml-auto flex flex-wrap items-center">
          <Saving view={view} picture={picture} middle={middle} palette={palette} />
          <Button tone="quiet" aria-expanded={legend} aria-controls={id} onClick={() => setLegend(!legend)}>
            {words.legend}
          </Button>
        </span>
      </div>
    </div>
  );
}

function labelOf(nodes: readonly CausalNode[], id: string | null): string | null {
  return nodes.find((node) => node.id === id)?.label ?? null;
}

/** The map of causes: a drawing that works with the keyboard, with a description for people who cannot see it. */
export function CausalMap(props: CausalMapProps) {
  const { drawing, at, onNode, onEdge, onNothing, onOpen, onBack, hidden, onUnhide, isAnswer = false } = props;
  const { picture, middle, chosen } = drawing;
  const container = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const trail = useRef<Spot[]>([]);
  const keys = useId();
  const [over, setOver] = useState<({ id: string } & Area) | null>(null);
  const events = { onNode, onEdge, onNothing, onOpen, onHover: setOver };
  const { view, failed, retry, tidy, placed } = useMap(container, drawing, events);
  const hovered = over && picture.nodes.find(({ id }) => id === over.id);

  const here = (): Spot | null => {
    const node = at ?? middle ?? picture.nodes[0]?.id;
    if (node === undefined) return null;
    return spot?.node === node ? spot : { node, via: null };
  };
  const go = (next: Spot) => {
    setSpot(next);
    onNode(next.node);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = here();
    const action = mapActionOf(event);
    if (!from || action === undefined) return;
    const direction = DIRECTIONS[action];
    if (direction) {
      const next = at === null && spot === null ? from : walk(picture, from, direction);
      if (next) {
        if (next !== from) trail.current.push(from);
        go(next);
      }
    } else if (action === 'unfold') onOpen(from.node);
    else {
      const before = trail.current.pop();
      if (before) go(before);
      else onBack();
    }
    event.preventDefault();
  };
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
        // The drawing hears nothing of a pointer that leaves it from a node.
        onPointerLeave={() => setOver(null)}
        data-place="map"
        className="@container relative min-h-0 grow bg-reading focus-visible:-outline-offset-2"
      >
        <div ref={container} aria-hidden className="absolute inset-0 overflow-hidden" />
        {view && <Minimap view={view} places={placed} />}
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
      <Tools
        view={view}
        picture={picture}
        chosen={chosen}
        hidden={hidden}
        middle={middle}
        palette={() => container.current && readPalette(container.current)}
        onTidy={tidy}
        onUnhide={onUnhide}
      />
    </div>
  );
}
