/** Rows that are chosen for a change of many. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Everything that the filters let through, loaded or not; `ids` says nothing then. */
  all: boolean;
  /** Where a range begins, and what was selected beside it. */
  anchor: string | null;
  beside: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
/** Nothing selected. */
export const NOTHING: Selection = { ids: NONE, all: false, anchor: null, beside: NONE };

/** Anything selected. */
export const isAny = ({ ids, all }: Selection) => all || ids.size > 0;

/** With a row, or without it if it was selected. Out of everything, what is loaded stays. */
export function toggledRow(selection: Selection, id: string, loaded: readonly string[]): Selection {
  const ids = new Set(selection.all ? loaded : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, all: false, anchor: id, beside: ids };
}

/** The range from where it began to this row takes the place of the range before. */
export function extendedTo(
  selection: Selection,
  id: string,
  from: string | null,
  loaded: readonly string[],
): Selection {
  const start = selection.anchor !== null && loaded.includes(selection.anchor) ? selection.anchor : (from ?? id);
  const beside = start === selection.anchor ? selection.beside : selection.ids;
  const [a, b] = [loaded.indexOf(start), loaded.indexOf(id)].toSorted((x, y) => x - y) as [number, number];
  return { ids: new Set([...beside, ...loaded.slice(Math.max(0, a), b + 1)]), all: false, anchor: start, beside };
}
