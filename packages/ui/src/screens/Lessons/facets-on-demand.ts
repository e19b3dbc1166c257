import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

/** Loads the filters of lessons. */
export const loadLessonFacets = async () => (await import('./LessonFacetsPane.tsx')).LessonFacetsPane;

/** The filters of lessons, with counts. */
export const LateLessonFacets = onDemand(loadLessonFacets);
