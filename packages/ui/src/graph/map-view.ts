import type { Places } from './layout.ts';
import type { MapColours } from './look.ts';
import type { Picture } from './picture.ts';

/** What a person does on a map. */
export interface MapEvents {
  onNode: (id: string) => void;
  onEdge: (id: string) => void;
  onNothing: () => void;
  /** A node was pressed twice. */
  onOpen: (id: string) => void;
  /** Nodes were put somewhere else by hand. */
  onMoved: (places: Places) => void;
}

/** What is on a map, and where. */
export interface Shown {
  picture: Picture;
  places: Places;
  middle: string | null;
}

/** A map in the page, whatever draws it. */
export interface MapView {
  show: (shown: Shown) => void;
  /** Marks a node or an edge and brings it into sight. */
  choose: (id: string | null) => void;
  paint: (palette: MapColours) => void;
  /** Shows all of it. */
  frame: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  focus: (id: string) => void;
  resize: () => void;
  drawn: () => { nodes: number; edges: number };
  places: () => Places;
  /** All of it, as a PNG. */
  picture: (ground: string) => Blob;
  end: () => void;
}

/** See {@link MapView}. */
export type CreateMap = (container: HTMLElement, palette: MapColours, events: MapEvents) => MapView;
