/** Rows in the order of the list, as far as they are loaded there; the others follow as they are. */
export function inListOrder<T extends { id: string }>(rows: readonly T[], order: readonly string[] = []): T[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: T) => places.get(id) ?? order.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
