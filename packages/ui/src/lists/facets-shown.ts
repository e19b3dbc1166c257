/** The names under which the browser stores of which lists the facets are shown. */
const NAMES = { lessons: 'twicewise.facets', sessions: 'twicewise.facets.sessions', drafts: 'today-filters' };

/** A list whose facets are shown beside it, or not. */
export type ListWithFacets = keyof typeof NAMES;

/** Whether the facets of a list were shown when it was drawn last. */
export const areFacetsShown = (list: ListWithFacets) => localStorage.getItem(NAMES[list]) === 'shown';

/** Keeps whether the facets of a list are shown, for the next time that it is drawn. */
export function keepFacetsShown(list: ListWithFacets, isShown: boolean): void {
  localStorage.setItem(NAMES[list], isShown ? 'shown' : 'hidden');
}
