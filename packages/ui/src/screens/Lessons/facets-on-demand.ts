import { useEffect } from 'react';
import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

const load = async () => (await import('./LessonFacetsPane.tsx')).LessonFacetsPane;

/** The filters of lessons, with counts. */
export const LateLessonFacets = onDemand(load);

/** Loads them after the list is drawn, so that they are there when they are opened. */
export function useLessonFacetsSoon(): void {
  // Without the host they cannot be loaded; once they are drawn, they are asked for again.
  useEffect(() => void load().catch(() => {}), []);
}
