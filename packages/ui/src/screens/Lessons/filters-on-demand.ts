import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

const load = () => import('./filters.ts');

/** Loads the filters of lessons. */
export const loadLessonFacets = async () => (await load()).LessonFacetsPane;

/** The filters of lessons, with counts. */
export const LateLessonFacets = onDemand(loadLessonFacets);
/** The chip of a filter that a record names. */
export const LateRecordChip = onDemand(async () => (await load()).RecordChip);
