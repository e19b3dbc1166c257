import type { CausalNode } from '@twicewise/contract';
import { Crosshair, Download, Link, Maximize, Minus, Plus, Shuffle } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { pageAddress } from '../../data/page-address.ts';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { saveBlob, saveFile } from '../../elements/Chart/svg.ts';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import type { Places, Point } from '../../graph/layout.ts';
import type { MapColours } from '../../graph/look.ts';
import type { MapView } from '../../graph/map-view.ts';
import type { HiddenCount, Picture } from '../../graph/picture.ts';
import { keysOf } from '../../state/action-keys.ts';
import { useAction } from '../../state/action-registry.tsx';
import { ACTIONS } from '../../state/actions.ts';
import { useCopyOut } from '../../state/copying.tsx';
import { causes } from '../../strings/causes.ts';
import { strings } from '../../strings.ts';
import { Beyond } from './Beyond.tsx';
import { Legend } from './Legend.tsx';

const words = causes.map;

/** How a person shaped the map, and what they can do about it. */
export interface MapShape {
  /** The node that alone is shown, with its neighbours. */
  only: CausalNode | null;
  hidden: HiddenCount;
  pins: readonly string[];
  /** Hides a node, or shows it again. */
  hide: (id: string) => void;
  /** Pins a node where it is, or unpins it. */
  pin: (id: string) => void;
  /** Pins a node somewhere. */
  put: (id: string, place: Point) => void;
  /** Shows only a node and its neighbours, or all again. */
  focus: (id: string) => void;
  unhide: () => void;
  unpin: () => void;
  leave: () => void;
  /** Called when all is arranged anew. */
  tidy: () => void;
}

interface ToolsProps {
  view: MapView | null;
  picture: Picture;
  chosen: string | null;
  shape: MapShape;
  middle: string | null;
  places: Places;
  /** True for a map of which a part is shown where all of it would be too small. */
  isPart: boolean;
  palette: () => MapColours | null;
  onTidy: () => void;
  /** Called for each key that is pressed on a tool. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Buttons that frame, zoom and rearrange the map, or centre the selection. */
function Looking({ view, chosen, onTidy }: Pick<ToolsProps, 'view' | 'chosen' | 'onTidy'>) {
  const tools = [
    [words.fit, 'map whole all', Maximize, () => view?.frame()],
    [words.zoomIn, 'map larger', Plus, () => view?.zoomIn()],
    [words.zoomOut, 'map smaller', Minus, () => view?.zoomOut()],
    [words.focus, 'map centre center scroll', Crosshair, () => chosen && view?.focus(chosen)],
    [words.tidy, 'map arrange layout', Shuffle, onTidy],
  ] as const;
  return tools.map(([label, alsoCalled, Icon, onClick]) => (
    <IconButton key={label} label={label} data-deed={alsoCalled} onClick={onClick}>
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
    ['SVG', drawn((map, colours) => saveFile('causes.svg', 'image/svg+xml', map.vector(picture, middle, colours)))],
    ['JSON', () => saveFile('causes.json', 'application/json', `${JSON.stringify(picture, null, 2)}\n`)],
  ] as const;
  return (
    <>
      <Download size={14} aria-hidden className="text-ink-3" />
      {kinds.map(([kind, onClick]) => (
        <Button
          key={kind}
          tone="quiet"
          className="px-1.5"
          aria-label={words.saveAs(kind)}
          data-deed="export map picture"
          title={words.saveAs(kind)}
          onClick={onClick}
        >
          {kind}
        </Button>
      ))}
    </>
  );
}

/** Copies the address of the map, which holds all that a person did to it; in the app, whose page nobody else can open, nothing. */
function CopyAddress() {
  const copy = useCopyOut();
  const isWeb = pageAddress(location, '') !== null;
  const run = () => {
    const address = pageAddress(location, location.hash);
    if (address !== null) copy(address, strings.copying.done.address(address));
  };
  useAction('copyAddress', run, isWeb);
  const name = ACTIONS.copyAddress.title;
  if (!isWeb) return null;
  return (
    <Button
      tone="quiet"
      className="px-1.5"
      aria-label={name}
      title={`${name}  ${keysText(keysOf('copyAddress')[0] ?? '')}`}
      onClick={run}
    >
      <Link size={14} aria-hidden />
      {/* Beside an answer in a narrow window there is no room for it. */}
      <span className="@max-lg:hidden">{name}</span>
    </Button>
  );
}

/** Which node is in focus, over the map, and the way out. */
export function InFocus({ shape: { only, leave } }: Pick<ToolsProps, 'shape'>) {
  if (!only) return null;
  const text = words.only(only.label);
  return (
    <p className="flex max-w-full items-center gap-2 rounded-sm border border-line bg-raised pl-2">
      <span title={text} className="min-w-0 truncate text-ink-2 text-small">
        {text}
      </span>
      <Button className="shrink-0" onClick={leave}>
        {causes.node.all}
      </Button>
    </p>
  );
}

/** How many nodes a person hid and pinned, and the way back. */
function Shaped({ only, hidden, pins, unhide, unpin }: MapShape) {
  useAction('showHidden', unhide, hidden.chosen > 0);
  useAction('unpinAll', unpin, pins.length > 0);
  return (
    <>
      {hidden.chosen > 0 && (
        <Button tone="quiet" onClick={unhide}>
          {words.hidden(hidden.chosen, hidden.alone)}
        </Button>
      )}
      {pins.length > 0 && only === null && (
        <Button tone="quiet" onClick={unpin}>
          {words.pinned(pins.length)}
        </Button>
      )}
    </>
  );
}

/** The tools for the map as a whole. */
export function MapTools(props: ToolsProps) {
  const { view, picture, middle, chosen, places, isPart, shape, palette, onTidy, onKeyDown } = props;
  const [legend, setLegend] = useState(false);
  const id = useId();
  return (
    <div className="@container relative">
      {/* Over the map, which must not become smaller; where panes stand on each other there is room below it. */}
      <div id={id} hidden={!legend} className="absolute right-0 bottom-full left-0 z-2 max-[880px]:static">
        <Legend />
      </div>
      <fieldset
        aria-label={words.label}
        // Only passes keys on that are pressed on its buttons.
        onKeyDown={onKeyDown}
        data-keys="map"
        className="flex min-w-0 flex-wrap items-center gap-1 border-line border-t bg-surface px-2 py-1"
      >
        <Looking view={view} chosen={chosen} onTidy={onTidy} />
        {view && isPart && <Beyond view={view} places={places} />}
        <CopyAddress />
        <Shaped {...shape} />
        <span className="ml-auto flex flex-wrap items-center">
          <Saving view={view} picture={picture} middle={middle} palette={palette} />
          <Button
            tone="quiet"
            className="px-1.5"
            data-deed="key signs map"
            aria-expanded={legend}
            aria-controls={id}
            onClick={() => setLegend(!legend)}
          >
            {words.legend}
          </Button>
        </span>
      </fieldset>
    </div>
  );
}
