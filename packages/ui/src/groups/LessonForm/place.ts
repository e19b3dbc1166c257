/** Gives entries that have no identity but their place a key for drawing them: statements, runs of a diff. */
export function keyedByPlace<T>(items: readonly T[]): { key: string; index: number; item: T }[] {
  return items.map((item, index) => ({ key: `${index}`, index, item }));
}
