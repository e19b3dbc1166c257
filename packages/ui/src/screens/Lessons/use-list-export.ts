import { useAction } from '../../app/action-registry.tsx';
import { useBundles } from '../../app/bundles.tsx';
import { isFiltered, type LessonsView, toFilter } from '../../data/lessons-view.ts';
import type { Rows } from './rows.ts';

/**
 * A bundle of what the list shows, where something narrows it: all that the filters let through, or the hits of a search.
 * Elsewhere, and where lessons are selected, the action is not this one.
 */
export function useListExport(view: LessonsView, list: Rows, selecting: boolean): void {
  const { open } = useBundles();
  const narrowed = isFiltered(view) || view.q !== undefined;
  const shown = list.ready && !list.stale && list.lessons.length > 0;
  const toBundle = () => {
    const ids = list.lessons.map(({ id }) => id);
    // The words of a search are no filter.
    const lessons = view.q
      ? { selection: { ids }, count: ids.length }
      : { selection: { filters: toFilter(view) }, count: list.total };
    open({ kind: 'export', lessons: { ...lessons, listed: true } });
  };
  useAction('exportBundle', toBundle, narrowed && shown && !selecting);
}
