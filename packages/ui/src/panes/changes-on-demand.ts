import { onDemand } from '../elements/OnDemand/on-demand.tsx';

const load = () => import('./changes.ts');

/** Previews a change of many lessons. */
export const LateChanging = onDemand(async () => (await load()).Changing);
/** At the bottom of the list of a bin: purges everything in it. */
export const LateEmptyBin = onDemand(async () => (await load()).EmptyBin);
/** Previews the purge of selected records. */
export const LatePurging = onDemand(async () => (await load()).Purging);
