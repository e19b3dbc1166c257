import { useEffect } from 'react';
import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

const load = async () => (await import('./SessionFacetsPane.tsx')).SessionFacetsPane;

/** The filters of sessions, with counts. */
export const LateSessionFacets = onDemand(load);

/** Loads them after the list is drawn, so that they are there when they are opened. */
export function useSessionFacetsSoon(): void {
  // Without the host they cannot be loaded; once they are drawn, they are asked for again.
  useEffect(() => void load().catch(() => {}), []);
}
