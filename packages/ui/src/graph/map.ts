import type { CreateMap } from './map-view.ts';

/** The drawing program is as large as half of the interface; it comes when the first map is opened. */
export async function loadMap(): Promise<CreateMap> {
  return (await import('./cytoscape-map.ts')).createMap;
}
