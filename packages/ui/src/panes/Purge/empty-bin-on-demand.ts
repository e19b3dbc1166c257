import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

/** At the bottom of the list of a bin, which few open: purges everything in it. */
export const LateEmptyBin = onDemand(async () => (await import('./EmptyBin.tsx')).EmptyBin);
