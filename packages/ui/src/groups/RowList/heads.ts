/** The height of a heading above a row, in pixels. */
export const HEADING_HEIGHT = 32;

/** Where the rows of a list are: their height, and the indices of those with a heading above, ascending. */
export interface RowPlaces {
  height: number;
  heads: readonly number[];
}

/** The indices of the rows with a heading, ascending. */
export function headsOf(headings: ReadonlyMap<number, unknown> | undefined): readonly number[] {
  return [...(headings?.keys() ?? [])].sort((a, b) => a - b);
}

/** The upper edge of a row, below its heading, in pixels. */
export function topOf(index: number, { height, heads }: RowPlaces): number {
  return index * height + heads.filter((head) => head <= index).length * HEADING_HEIGHT;
}

/** The index of the row at this height in pixels; over a heading, the row below it. */
export function indexAt(top: number, { height, heads }: RowPlaces): number {
  let index = Math.floor(top / height);
  // A heading above moves rows down, so at this height there is an earlier one.
  while (index > 0 && topOf(index - 1, { height, heads }) + height > top) index--;
  return index;
}
