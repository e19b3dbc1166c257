import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

/** Loads the filters of sessions. */
export const loadSessionFacets = async () => (await import('./SessionFacetsPane.tsx')).SessionFacetsPane;

/** The filters of sessions, with counts. */
export const LateSessionFacets = onDemand(loadSessionFacets);
