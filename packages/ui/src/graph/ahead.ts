import { startWorker } from './arranger.ts';
import { loadMap } from './map.ts';

/**
 * Loads the drawing library and the layout before there is anything to draw, because both take time. Errors are left to the code
 * that needs them.
 */
export function fetchMap(): void {
  loadMap().catch(() => {});
  startWorker();
}
