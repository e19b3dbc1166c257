interface Room {
  /** The width of the line. */
  width: number;
  /** The width of what stands for those without room. */
  more: number;
  /** The index of the one that always has room. */
  shown: number;
}

/** The indexes of what fits into a line beside `more`, the first ones first; null if all of it fits without it. */
export function fittingOf(widths: readonly number[], { width, more, shown }: Room): ReadonlySet<number> | null {
  const all = widths.reduce((sum, one) => sum + one, 0);
  // Widths are fractions of pixels, and sums of them are rounded.
  if (all <= width + 0.5) return null;
  const fitting = new Set([shown]);
  let left = width + 0.5 - more - (widths[shown] ?? 0);
  for (const [index, one] of widths.entries()) {
    if (index === shown) continue;
    if (one > left) break;
    fitting.add(index);
    left -= one;
  }
  return fitting;
}
