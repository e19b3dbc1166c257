import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

const load = () => import('./first-run.ts');

/** Today in an empty memory. */
export const LateFirstRun = onDemand(async () => (await load()).FirstRun);
/** Lessons in an empty memory. */
export const LateFirstLessons = onDemand(async () => (await load()).FirstLessons);
/** Sessions in an empty memory. */
export const LateFirstSessions = onDemand(async () => (await load()).FirstSessions);
