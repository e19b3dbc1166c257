import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

/** What a purge would remove: loaded when one is asked for, which is rare. */
export const LatePurging = onDemand(async () => (await import('./Purging.tsx')).Purging);
