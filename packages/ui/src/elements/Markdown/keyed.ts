/** Adds React keys to pieces of a text, which have no identity but their position. */
export function keyed<T>(items: readonly T[]): { key: string; item: T }[] {
  return items.map((item, index) => ({ key: `${index}`, item }));
}
