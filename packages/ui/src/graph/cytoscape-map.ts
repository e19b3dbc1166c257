import cytoscape, { type Core, type ElementDefinition, type StylesheetJson } from 'cytoscape';
import { bendsOf } from './bends.ts';
import { elementsOf } from './elements.ts';
import type { Places } from './layout.ts';
import { lookOf, type MapColours } from './look.ts';
import type { MapEvents, MapView, Shown } from './map-view.ts';

// Only this file uses Cytoscape; a gate checks that.

const ZOOM = { least: 0.05, most: 2.5, step: 1.3 };
const PADDING = 32;
/** The greatest zoom when fitting, so that a few nodes do not fill the window. */
const MOST_FIT = 1;
const MOTION_MS = 140;
/** Below these zooms no text is readable, only a short one on two lines, and only a short one. */
const FAR = 0.34;
const LOW = 0.6;
const MID = 0.7;
/** The least zoom at which the short text of a box is as large as small text of the page. */
const READABLE = 0.45;
/** Size on screen of the texts of a row that is far away, in pixels. */
const FAR_TEXT = 11;

/**
 * Cytoscape writes a style element into the page unless one with this id exists, and the page's policy refuses style elements.
 * Its rules are in the class of the container instead.
 */
function standIn(): void {
  const id = '__________cytoscape_stylesheet';
  if (document.getElementById(id)) return;
  const mark = document.createElement('meta');
  mark.id = id;
  document.head.append(mark);
}

const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function listen(core: Core, { onNode, onEdge, onNothing, onOpen, onMoved, onHover }: MapEvents): void {
  core.on('mouseover', 'node', ({ target }) => {
    const { x1, x2, y1, y2 } = target.renderedBoundingBox({ includeLabels: false });
    onHover({ id: target.id(), left: x1, right: x2, top: y1, bottom: y2 });
  });
  core.on('mouseout', 'node', () => onHover(null));
  core.on('viewport grab', () => onHover(null));
  core.on('tap', 'node', ({ target }) => onNode(target.id()));
  core.on('cxttapstart', 'node', ({ target }) => onNode(target.id()));
  core.on('tap', 'edge', ({ target }) => onEdge(target.id()));
  core.on('tap', ({ target }) => target === core && onNothing());
  core.on('dbltap', 'node', ({ target }) => onOpen(target.id()));
  core.on('dragfree', 'node', ({ target }) => {
    core.batch(() => bend(core));
    onMoved(target.id(), { ...target.position() });
  });
}

const placesOf = (core: Core): Places =>
  Object.fromEntries(core.nodes().map((node) => [node.id(), { ...node.position() }]));

/** Draws the edges as curves that are curves by where the nodes are now. */
function bend(core: Core): void {
  const edges = core.edges().map((edge) => ({ id: edge.id(), from: edge.source().id(), to: edge.target().id() }));
  const bends = bendsOf(edges, placesOf(core));
  core.edges().forEach((edge) => {
    const aside = bends.get(edge.id());
    // The control point is twice as far away as the curve; the library counts to the right.
    if (aside !== undefined) edge.data('bend', -2 * aside);
    edge.toggleClass('bent', aside !== undefined);
  });
}

/** Changes only what differs, so that nothing is drawn twice or moves by itself. */
function show(core: Core, { picture, places, middle, pinned, isFixed }: Shown): void {
  core.autoungrabify(isFixed);
  core.batch(() => {
    const wanted = new Map(elementsOf(picture).map((element) => [String(element.data.id), element]));
    core.elements().forEach((element) => {
      if (!wanted.has(element.id())) element.remove();
    });
    const fresh: ElementDefinition[] = [];
    for (const [id, element] of wanted) {
      const there = core.getElementById(id);
      const place = places[id];
      if (there.empty()) fresh.push({ ...element, ...(place ? { position: { ...place } } : {}) });
      else {
        there.data(element.data);
        there.classes(element.classes);
        if (place && there.isNode()) there.position({ ...place });
      }
    }
    core.add(fresh);
    if (middle) core.getElementById(middle).addClass('middle');
    core.nodes().forEach((node) => void node.toggleClass('pinned', pinned.has(node.id())));
    bend(core);
  });
}

/** All nodes stand side by side. */
const isRowOf = (core: Core) => new Set(core.nodes().map((node) => node.position('y'))).size === 1;

/** Where a content from `from` to `to` begins in a space, so that `middle` is in its middle, and no space is left at an end. */
function begin(middle: number, from: number, to: number, space: number): number {
  if (to - from + 2 * PADDING <= space) return (space - from - to) / 2;
  return Math.min(PADDING - from, Math.max(space - PADDING - to, space / 2 - middle));
}

/** Shows the whole map; with a lead, as much of it around the lead as can be read. */
function frame(core: Core, lead: string | null): void {
  core.fit(undefined, PADDING);
  if (core.zoom() > MOST_FIT) {
    core.zoom(MOST_FIT);
    core.center();
  }
  const node = lead === null ? null : core.getElementById(lead);
  // The texts of a row stay readable in any case.
  if (!node || node.empty() || core.zoom() >= READABLE || isRowOf(core)) return;
  const { x1, x2, y1, y2 } = core.nodes().boundingBox({ includeLabels: false });
  const [{ x, y }, zoom] = [node.position(), READABLE];
  const pan = {
    x: begin(x * zoom, x1 * zoom, x2 * zoom, core.width()),
    y: begin(y * zoom, y1 * zoom, y2 * zoom, core.height()),
  };
  core.viewport({ zoom, pan });
}

interface Port {
  zoom: number;
  pan: { x: number; y: number };
}
const portOf = (core: Core): Port => ({ zoom: core.zoom(), pan: { ...core.pan() } });
const isSame = (a: Port, b: Port) => a.zoom === b.zoom && a.pan.x === b.pan.x && a.pan.y === b.pan.y;

/** Fits the whole map, also when its container changes size, until the person zooms or pans. */
function framing(core: Core) {
  let framed: Port | null = null;
  let around: string | null = null;
  let size = { width: core.width(), height: core.height() };
  const show = (lead: string | null = null) => {
    around = lead;
    frame(core, lead);
    framed = portOf(core);
  };
  const resize = () => {
    const isWhole = framed !== null && isSame(framed, portOf(core));
    core.resize();
    const now = { width: core.width(), height: core.height() };
    // The centre of the view stays the same.
    if (isWhole) show(around);
    else core.panBy({ x: (now.width - size.width) / 2, y: (now.height - size.height) / 2 });
    size = now;
  };
  return { show, resize };
}

/** Moves the map only as far as needed to make an element visible. */
function reveal(core: Core, id: string): void {
  const element = core.getElementById(id);
  if (element.empty()) return;
  const { x1, y1, x2, y2 } = element.renderedBoundingBox({});
  const isSeen = x1 >= 0 && y1 >= 0 && x2 <= core.width() && y2 <= core.height();
  if (isSeen) return;
  if (calm()) core.center(element);
  else core.animate({ center: { eles: element }, duration: MOTION_MS });
}

function zoomBy(core: Core, factor: number): void {
  core.zoom({ level: core.zoom() * factor, renderedPosition: { x: core.width() / 2, y: core.height() / 2 } });
}

const distanceAt = (zoom: number) => (zoom < FAR ? 'far' : zoom < LOW ? 'low' : zoom < MID ? 'mid' : 'near');

/** Returns a function that marks all elements by how far away they are: when that changed, or always. */
function distances(core: Core): (always: boolean) => void {
  let distance: ReturnType<typeof distanceAt> = 'near';
  let isRow = false;
  return (always) => {
    const before = distance;
    distance = distanceAt(core.zoom());
    if (always) isRow = isRowOf(core);
    if (isRow && distance === 'far') core.nodes().data('textSize', FAR_TEXT / core.zoom());
    if (!always && distance === before) return;
    core.batch(() => {
      core.nodes().toggleClass('row', isRow);
      core.elements().toggleClass('far', distance === 'far');
      core.nodes().toggleClass('mid', distance === 'mid' || distance === 'low');
      core.nodes().toggleClass('low', distance === 'low');
    });
  };
}

const drawnIn = (core: Core) => ({
  nodes: core.nodes().length,
  edges: core.edges().length,
  bent: core.edges('.bent').length,
  faded: core.elements('.faded').length,
  pinned: core.nodes('.pinned').length,
  labelled: core.nodes().filter((node) => node.style('label') !== '').length,
  text: Math.round(Number.parseFloat(core.nodes().first().style('font-size') ?? '0') * core.zoom()),
});

/** Creates a map in an element of the page. */
export function createMap(container: HTMLElement, palette: MapColours, events: MapEvents): MapView {
  standIn();
  const core = cytoscape({
    container,
    style: lookOf(palette) as unknown as StylesheetJson,
    layout: { name: 'preset' },
    minZoom: ZOOM.least,
    maxZoom: ZOOM.most,
    boxSelectionEnabled: false,
    autounselectify: true,
    hideEdgesOnViewport: false,
  });
  listen(core, events);
  const framed = framing(core);
  const keepDistance = distances(core);
  core.on('zoom', () => keepDistance(false));
  let chosen: string | null = null;
  const mark = () => {
    core.elements('.chosen').removeClass('chosen');
    if (chosen !== null) core.getElementById(chosen).addClass('chosen');
  };
  let lit: ReadonlySet<string> | null = null;
  const fade = () =>
    core.batch(() =>
      core.elements().forEach((one) => void one.toggleClass('faded', lit !== null && !lit.has(one.id()))),
    );
  return {
    show(shown) {
      show(core, shown);
      keepDistance(true);
      mark();
      fade();
    },
    light(ids) {
      lit = ids;
      fade();
    },
    choose(id) {
      chosen = id;
      mark();
      if (id !== null) reveal(core, id);
    },
    paint: (colours) => void core.style(lookOf(colours) as unknown as StylesheetJson),
    frame: framed.show,
    zoomIn: () => zoomBy(core, ZOOM.step),
    zoomOut: () => zoomBy(core, 1 / ZOOM.step),
    focus: (id) => {
      core.zoom(Math.max(core.zoom(), MOST_FIT));
      core.center(core.getElementById(id));
    },
    resize: framed.resize,
    watch(listener) {
      const tell = () => {
        const { x1, y1, x2, y2 } = core.extent();
        listener({ left: x1, top: y1, right: x2, bottom: y2 });
      };
      core.on('viewport resize', tell);
      tell();
      return () => void core.off('viewport resize', tell);
    },
    centreOn: ({ x, y }) => core.pan({ x: core.width() / 2 - x * core.zoom(), y: core.height() / 2 - y * core.zoom() }),
    drawn: () => drawnIn(core),
    places: () => placesOf(core),
    picture: (ground) => core.png({ output: 'blob', full: true, bg: ground, maxWidth: 8000, maxHeight: 8000 }),
    end: () => core.destroy(),
  };
}
