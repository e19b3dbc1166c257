import type { Places, Point } from './layout.ts';
import type { MapColours } from './look.ts';
import type { Picture } from './picture.ts';

/** A rectangle: in pixels of the container, or in the units of places. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a person does on a map. */
export interface MapEvents {
  onNode: (id: string) => void;
  onEdge: (id: string) => void;
  onNothing: () => void;
  /** Called on a double-click on a node. */
  onOpen: (id: string) => void;
  /** Called when a node was moved by hand. */
  onMoved: (id: string, to: Point) => void;
  /** Called when the menu of a node is asked for by pointer, with its place in the window. */
  onMenu: (id: string, at: Point) => void;
  /** Called when the pointer comes over a node, with its area in the container, and with null when it leaves. */
  onHover: (over: ({ id: string } & Area) | null) => void;
}

/** The content of a map, and its positions. */
export interface Shown {
  picture: Picture;
  places: Places;
  middle: string | null;
  /** Nodes that a person put where they are. */
  pinned: ReadonlySet<string>;
  /** True when nodes cannot be moved. */
  isFixed: boolean;
}

/** A map in the page, independent of the drawing library. */
export interface MapView {
  show: (shown: Shown) => void;
  /** Selects a node or an edge and makes it visible. What is selected has a panel beside the map, which opens and closes with it. */
  choose: (id: string | null) => void;
  /** Fades all other nodes and edges; null fades none. */
  light: (ids: ReadonlySet<string> | null) => void;
  paint: (palette: MapColours) => void;
  /** Fits the whole map. */
  frame: () => void;
  /**
   * Says which picture is shown. Another one is seen as it was in this window last; one that was not is fitted if it is fresh, else the view
   * stays. With a lead, as much is fitted around that node as can be read.
   */
  look: (picture: string, lead: string | null, isFresh: boolean) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  focus: (id: string) => void;
  resize: () => void;
  /** Calls the listener with the visible area now and whenever it changes, until the returned function is called. */
  watch: (listener: (seen: Area) => void) => () => void;
  centreOn: (point: Point) => void;
  /** Where a node is in the container; null for one that is not drawn. */
  areaOf: (id: string) => Area | null;
  /** Numbers of what is drawn; `bent`: edges that are curves; `labelled`: nodes with their text at this distance; `text`: its size on screen, in pixels. */
  drawn: () => {
    nodes: number;
    edges: number;
    bent: number;
    faded: number;
    pinned: number;
    labelled: number;
    text: number;
  };
  /** The whole map as a PNG. */
  picture: (ground: string) => Blob;
  /** The picture at the places of its nodes as an SVG, in words that can be searched. */
  vector: (picture: Picture, middle: string | null, colours: MapColours) => string;
  end: () => void;
}

/** See {@link MapView}. */
export type CreateMap = (container: HTMLElement, palette: MapColours, events: MapEvents) => MapView;
