import cytoscape, { type Core, type ElementDefinition, type NodeSingular, type StylesheetJson } from 'cytoscape';
import { boundsOf, portAround } from './around.ts';
import { bendsOf } from './bends.ts';
import { elementsOf } from './elements.ts';
import { framing, type Stage } from './framing.ts';
import type { Places } from './layout.ts';
import { lookOf, type MapColours, ZOOM_LEVELS } from './look.ts';
import type { Area, MapEvents, MapView, Shown } from './map-view.ts';
import type { Place, Port } from './ports.ts';
import { svgOf } from './svg.ts';

// Only this file uses Cytoscape; a gate checks that.

const ZOOM = { least: 0.05, most: 2.5, step: 1.3 };
const PADDING = 32;
/** The greatest zoom when fitting, so that a few nodes do not fill the window. */
const MOST_FIT = 1;
const MOTION_MS = 140;
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

function areaOf(node: NodeSingular): Area {
  const { x1, x2, y1, y2 } = node.renderedBoundingBox({ includeLabels: false });
  return { left: x1, right: x2, top: y1, bottom: y2 };
}

/**
 * Asks for the menu of the node under the pointer. It selects nothing: a panel that opened would move the map below the menu. Most
 * systems ask with the press, and some when the button is let go; with Shift a person wants the menu of the browser.
 */
function listenForMenu(core: Core, { onMenu, onHover }: MapEvents): void {
  let pressed: string | null = null;
  core.on('cxttapstart', ({ target }) => {
    pressed = target !== core && target.isNode() ? target.id() : null;
  });
  core.container()?.addEventListener('contextmenu', (event) => {
    const id = pressed;
    pressed = null;
    if (id === null || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    onHover(null);
    onMenu(id, { x: event.clientX, y: event.clientY });
  });
}

/**
 * Tells of taps. The second click of a double-click may find another node, or none, where the panel that the first one opened gave the
 * map less room; it still means the node that the first one was on. A tap of a finger counts no clicks.
 */
function listenForTaps(core: Core, { onNode, onEdge, onNothing, onOpen }: MapEvents): void {
  let first: string | null = null;
  core.on('tap', ({ target, originalEvent }) => {
    if (originalEvent.detail > 1) return void (originalEvent.detail === 2 && first !== null && onOpen(first));
    const isNode = target !== core && target.isNode();
    first = isNode ? target.id() : null;
    if (target === core) onNothing();
    else if (isNode) onNode(target.id());
    else onEdge(target.id());
  });
  core.on('dbltap', 'node', ({ target, originalEvent }) => originalEvent.detail === 0 && onOpen(target.id()));
  // A first click on something else, such as a menu over the map that closes with it, means no node.
  const forget = ({ target, detail }: MouseEvent) => {
    if (detail === 1 && !core.container()?.contains(target as Node)) first = null;
  };
  window.addEventListener('mousedown', forget, true);
  core.on('destroy', () => window.removeEventListener('mousedown', forget, true));
}

function listen(core: Core, { onMoved, onHover }: MapEvents): void {
  core.on('mouseover', 'node', ({ target }) => onHover({ id: target.id(), ...areaOf(target) }));
  core.on('mouseout', 'node', () => onHover(null));
  core.on('viewport grab', () => onHover(null));
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
  const boxes = core.nodes().map((one) => boundsOf(one.position()));
  const place = { width: core.width(), height: core.height() };
  core.viewport(portAround(boxes, boundsOf(node.position()), place, READABLE, PADDING));
}

const portOf = (core: Core): Port => ({ zoom: core.zoom(), pan: { ...core.pan() } });

/** Where the container is in the window, as if nothing around it were scrolled. */
function placeOf(container: HTMLElement): Place {
  const { left, top, width, height } = container.getBoundingClientRect();
  let scrolled = 0;
  for (let around = container.parentElement; around; around = around.parentElement) scrolled += around.scrollTop;
  return { left, top: top + scrolled, width, height };
}

interface Motion {
  /** Moves to a port, in its own time. */
  glide: (port: Port) => void;
  /** Ends a move at once where it leads. */
  rest: () => void;
}

/** The drawing as a stage, and a move of it that takes its time. */
function stageOf(core: Core, container: HTMLElement): Stage & Motion {
  let aim: Port | null = null;
  const rest = () => {
    if (!aim) return;
    core.stop(true);
    core.viewport(aim);
    aim = null;
  };
  return {
    rest,
    place: () => {
      core.resize();
      return placeOf(container);
    },
    port: () => aim ?? portOf(core),
    go: (port) => {
      rest();
      core.viewport(port);
    },
    fit: (lead) => {
      rest();
      frame(core, lead);
    },
    glide: (port) => {
      rest();
      if (calm()) return void core.viewport(port);
      aim = port;
      core.animate({
        pan: port.pan,
        duration: MOTION_MS,
        complete: () => {
          if (aim === port) aim = null;
        },
      });
    },
  };
}

/** How far to move what reaches from `from` to `to` so that it is seen in a space: not at all where it is, else as little as needed. */
function inward(from: number, to: number, space: number): number {
  if (from >= 0 && to <= space) return 0;
  if (to - from + 2 * PADDING > space) return (space - from - to) / 2;
  return from < 0 ? PADDING - from : space - PADDING - to;
}

/** The port through which an element is seen, moved only as far as needed; null where it is seen already. Of an edge that is its middle. */
function portTo(core: Core, { zoom, pan }: Port, id: string): Port | null {
  const element = core.getElementById(id);
  if (element.empty()) return null;
  const middle = element.isEdge() ? element.midpoint() : null;
  const { x1, y1, x2, y2 } = middle
    ? { x1: middle.x, y1: middle.y, x2: middle.x, y2: middle.y }
    : element.boundingBox({ includeLabels: false });
  const x = inward(x1 * zoom + pan.x, x2 * zoom + pan.x, core.width());
  const y = inward(y1 * zoom + pan.y, y2 * zoom + pan.y, core.height());
  return x === 0 && y === 0 ? null : { zoom, pan: { x: pan.x + x, y: pan.y + y } };
}

/** How a person moves the map; a move that it makes itself is over then. */
function movesOf(core: Core, { rest }: Motion): Pick<MapView, 'zoomIn' | 'zoomOut' | 'focus' | 'centreOn'> {
  const zoomBy = (factor: number) => {
    rest();
    core.zoom({ level: core.zoom() * factor, renderedPosition: { x: core.width() / 2, y: core.height() / 2 } });
  };
  return {
    zoomIn: () => zoomBy(ZOOM.step),
    zoomOut: () => zoomBy(1 / ZOOM.step),
    focus: (id) => {
      rest();
      core.zoom(Math.max(core.zoom(), MOST_FIT));
      core.center(core.getElementById(id));
    },
    centreOn: ({ x, y }) => {
      rest();
      core.pan({ x: core.width() / 2 - x * core.zoom(), y: core.height() / 2 - y * core.zoom() });
    },
  };
}

const distanceAt = (zoom: number) =>
  zoom < ZOOM_LEVELS.far ? 'far' : zoom < ZOOM_LEVELS.low ? 'low' : zoom < ZOOM_LEVELS.mid ? 'mid' : 'near';

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
      core.elements().toggleClass('mid', distance === 'mid' || distance === 'low');
      core.elements().toggleClass('low', distance === 'low');
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

/** Marks what is selected and fades what is not highlighted, also on what is drawn later. */
function marking(core: Core) {
  let chosen: string | null = null;
  let lit: ReadonlySet<string> | null = null;
  const mark = () => {
    core.elements('.chosen').removeClass('chosen');
    if (chosen !== null) core.getElementById(chosen).addClass('chosen');
  };
  const fade = () =>
    core.batch(() =>
      core.elements().forEach((one) => void one.toggleClass('faded', lit !== null && !lit.has(one.id()))),
    );
  return {
    chosen: () => chosen,
    choose(id: string | null) {
      chosen = id;
      mark();
    },
    light(ids: ReadonlySet<string> | null) {
      lit = ids;
      fade();
    },
    again() {
      mark();
      fade();
    },
  };
}

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
  listenForTaps(core, events);
  listenForMenu(core, events);
  const stage = stageOf(core, container);
  const framed = framing(stage);
  const reveal = (id: string | null) => {
    const port = id === null ? null : portTo(core, stage.port(), id);
    if (!port) return;
    framed.moves(port);
    stage.glide(port);
  };
  const keepDistance = distances(core);
  core.on('zoom', () => keepDistance(false));
  const marks = marking(core);
  return {
    show(shown) {
      show(core, shown);
      keepDistance(true);
      marks.again();
    },
    light: marks.light,
    choose(id) {
      marks.choose(id);
      framed.panel(id !== null);
      reveal(id);
    },
    paint: (colours) => void core.style(lookOf(colours) as unknown as StylesheetJson),
    frame: () => framed.frame(),
    look(...next) {
      if (framed.look(...next)) reveal(marks.chosen());
    },
    ...movesOf(core, stage),
    resize() {
      if (framed.resize()) reveal(marks.chosen());
    },
    watch(listener) {
      const tell = () => {
        const { x1, y1, x2, y2 } = core.extent();
        listener({ left: x1, top: y1, right: x2, bottom: y2 });
      };
      core.on('viewport resize', tell);
      tell();
      return () => void core.off('viewport resize', tell);
    },
    areaOf: (id) => {
      const node = core.getElementById(id);
      return node.empty() ? null : areaOf(node);
    },
    drawn: () => drawnIn(core),
    picture: (ground) => core.png({ output: 'blob', full: true, bg: ground, maxWidth: 8000, maxHeight: 8000 }),
    vector: (picture, middle, colours) => svgOf({ picture, places: placesOf(core), middle }, colours),
    end: () => {
      framed.keep();
      core.destroy();
    },
  };
}
