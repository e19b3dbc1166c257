/** The items of all pages read. A row may move to another page between two reads, so duplicates are removed. */
export function itemsOf<T extends { id: string }>(pages: readonly { items: readonly T[] }[]): T[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}
