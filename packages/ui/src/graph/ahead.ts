import { startWorker } from './arranger.ts';
import { loadMap } from './map.ts';

/**
 * Fetches what draws and what arranges before there is anything to draw: each takes its time. Whoever needs them is told
 * if they cannot be had.
 */
export function fetchMap(): void {
  loadMap().catch(() => {});
  startWorker();
}
