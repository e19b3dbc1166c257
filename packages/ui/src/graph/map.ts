import type { CreateMap } from './map-view.ts';

/** Loads the drawing library when the first map is opened, because it is half as large as the interface. */
export async function loadMap(): Promise<CreateMap> {
  return (await import('./cytoscape-map.ts')).createMap;
}
