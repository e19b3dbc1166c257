import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

/** Two texts as one, by words. What finds the difference is loaded with the first, because most visits show none. */
export const LateDiffText = onDemand(async () => (await import('./DiffText.tsx')).DiffText);
