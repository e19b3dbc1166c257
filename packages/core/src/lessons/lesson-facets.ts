import { FACETS, type Facet, type FacetName, type OutputOf } from '@twicewise/contract';
import { countFacets, facetCandidates } from '@twicewise/search';
import { projectNames, type ReadableDb, sessionNames } from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import { withText } from '../runtime/text-filter.ts';
import { indexedFilter, type LessonListFilters } from './lesson-filter.ts';
import { LESSONS } from './lesson-index.ts';

/** Looks up display names for values that are ids. */
const NAMES: Partial<Record<FacetName, (db: ReadableDb, ids: readonly string[]) => Map<string, string>>> = {
  project: projectNames,
  session: sessionNames,
};

function nameValues(db: ReadableDb, name: FacetName, facet: Facet): Facet {
  const names = NAMES[name]?.(
    db,
    facet.values.map(({ value }) => value),
  );
  if (!names) return facet;
  const values = facet.values.map((one) => {
    const label = names.get(one.value);
    return label === undefined ? one : { ...one, label };
  });
  return { ...facet, values };
}

/** Implements `reflection.facets` from the columns of the index. The store is read only for a text filter. */
export async function lessonFacetsOf(
  filters: LessonListFilters,
  { services }: TaskContext,
): Promise<OutputOf<'reflection.facets'>> {
  const index = await services.index(LESSONS);
  const filter = indexedFilter(filters, services.db());
  const hasText = await withText(services, filters.text, () => facetCandidates(index.table, filter));
  const { total, facets } = countFacets(index.table, filter, hasText);
  const db = services.db();
  const complete = FACETS.map((name) => [name, nameValues(db, name, facets[name])] as const);
  return { total, facets: Object.fromEntries(complete) as OutputOf<'reflection.facets'>['facets'] };
}
