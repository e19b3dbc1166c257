import type { Places } from './layout.ts';
import type { MapColours } from './look.ts';
import type { Picture } from './picture.ts';

/** What a person does on a map. */
export interface MapEvents {
  onNode: (id: string) => void;
  onEdge: (id: string) => void;
  onNothing: () => void;
  /** Called on a double-click on a node. */
  onOpen: (id: string) => void;
  /** Called when nodes were moved by hand. */
  onMoved: (places: Places) => void;
}

/** The content of a map, and its positions. */
export interface Shown {
  picture: Picture;
  places: Places;
  middle: string | null;
}

/** A map in the page, independent of the drawing library. */
export interface MapView {
  show: (shown: Shown) => void;
  /** Selects a node or an edge and makes it visible. */
  choose: (id: string | null) => void;
  /** Fades all other nodes and edges; null fades none. */
  light: (ids: ReadonlySet<string> | null) => void;
  paint: (palette: MapColours) => void;
  /** Fits the whole map. */
  frame: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  focus: (id: string) => void;
  resize: () => void;
  drawn: () => { nodes: number; edges: number };
  places: () => Places;
  /** The whole map as a PNG. */
  picture: (ground: string) => Blob;
  end: () => void;
}

/** See {@link MapView}. */
export type CreateMap = (container: HTMLElement, palette: MapColours, events: MapEvents) => MapView;
