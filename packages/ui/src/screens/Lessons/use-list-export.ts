import { isFiltered, type LessonsView, lessonMeant, toFilter } from '../../data/lessons-view.ts';
import { useAction } from '../../state/action-registry.tsx';
import { type LessonsToExport, useBundles } from '../../state/bundles.tsx';
import type { Rows } from './rows.ts';

/** What the list shows, as a bundle takes it; null where it shows everything. The words of a search are no filter. */
function shownBy(view: LessonsView, { lessons, total, found }: Rows): LessonsToExport | null {
  const ids = lessons.map(({ id }) => id);
  const isNamed = lessonMeant(view) !== null;
  if (found || isNamed) {
    const among = !found ? 'list' : total > ids.length ? 'bestHits' : 'hits';
    return { selection: { ids }, count: ids.length, among };
  }
  return isFiltered(view) ? { selection: { filters: toFilter(view) }, count: total, among: 'list' } : null;
}

/**
 * A bundle of what the list shows, where something narrows it: all that the filters let through, or the hits of a search,
 * as far as they are read. Elsewhere, and where lessons are selected, the action is not this one.
 */
export function useListExport(view: LessonsView, list: Rows, selecting: boolean): void {
  const { open } = useBundles();
  const lessons = list.ready && !list.stale && list.lessons.length > 0 ? shownBy(view, list) : null;
  useAction('exportBundle', () => open({ kind: 'export', lessons }), lessons !== null && !selecting);
}
