/** Rows selected for a bulk change. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** True when everything that the filters match is selected, loaded or not; `ids` is not used then. */
  all: boolean;
  /** Where a range starts, and what else was selected before it. */
  anchor: string | null;
  beside: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
/** Nothing selected. */
export const NOTHING: Selection = { ids: NONE, all: false, anchor: null, beside: NONE };

/** True when anything is selected. */
export const isAny = ({ ids, all }: Selection) => all || ids.size > 0;

/** Adds a row, or removes it if it was selected. Removing from "everything" leaves the other loaded rows selected. */
export function toggledRow(selection: Selection, id: string, loaded: readonly string[]): Selection {
  const ids = new Set(selection.all ? loaded : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, all: false, anchor: id, beside: ids };
}

/** Replaces the last range by the one from its start to this row. */
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

/** What is left of a selection in these rows. "Everything" is not: it would take in rows that came later. */
export function amongRows({ ids, all, anchor, beside }: Selection, rows: readonly string[]): Selection {
  if (all) return NOTHING;
  return {
    ids: new Set(rows.filter((id) => ids.has(id))),
    all,
    anchor,
    beside: new Set(rows.filter((id) => beside.has(id))),
  };
}
