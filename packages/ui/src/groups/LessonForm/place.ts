/** Adds React keys to items that have no identity but their position, such as statements or runs of a diff. */
export function keyedByPlace<T>(items: readonly T[]): { key: string; index: number; item: T }[] {
  return items.map((item, index) => ({ key: `${index}`, index, item }));
}
