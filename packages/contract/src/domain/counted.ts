/** A number with its noun: `1 lesson`, `2 lessons`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
