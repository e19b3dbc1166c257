import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

/** Loads the explanation of a hit: with the first words of a search, so that nothing moves when a hit is opened. */
export const loadWhy = async () => (await import('./Why.tsx')).Why;

/** Why a lesson was found. */
export const LateWhy = onDemand(loadWhy);
