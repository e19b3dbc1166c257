import { isFiltered, type LessonsView, lessonMeant, toFilter } from '../../data/lessons-view.ts';
import { useAction } from '../../state/action-registry.tsx';
import { type ChosenToExport, useBundles } from '../../state/bundles.tsx';
import type { Rows } from './rows.ts';

/** The content of the list as input for a bundle; null when nothing narrows it. The words of a search are not a filter. */
function shownBy(view: LessonsView, { lessons, total, found }: Rows): ChosenToExport | null {
  const ids = lessons.map(({ id }) => id);
  const isNamed = lessonMeant(view) !== null;
  if (found || isNamed) {
    const among = !found ? 'list' : total > ids.length ? 'bestHits' : 'hits';
    return { kind: 'lessons', selection: { ids }, count: ids.length, among };
  }
  if (!isFiltered(view)) return null;
  return { kind: 'lessons', selection: { filters: toFilter(view) }, count: total, among: 'list' };
}

/**
 * Exports the list to a bundle when it is narrowed: all lessons that the filters match, or the hits of a search that have been
 * read. Elsewhere, and while lessons are selected, the key has another meaning.
 */
export function useListExport(view: LessonsView, list: Rows, selecting: boolean): void {
  const { open } = useBundles();
  const lessons = list.ready && !list.stale && list.lessons.length > 0 ? shownBy(view, list) : null;
  useAction('exportBundle', () => open({ kind: 'export', records: lessons }), lessons !== null && !selecting);
}
