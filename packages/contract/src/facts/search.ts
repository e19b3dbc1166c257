/** Maximum of lessons that a search without words counts beyond its limit, so that it need not read all that pass its filters. */
export const MAX_COUNTED_BEYOND = 100;

/** True when there may be more beyond the limit of a search than are counted. */
export function isBeyondCounted(found: {
  query: { terms: readonly string[] };
  omitted: { beyondLimit: number };
}): boolean {
  return found.query.terms.length === 0 && found.omitted.beyondLimit >= MAX_COUNTED_BEYOND;
}
