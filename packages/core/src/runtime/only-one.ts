/** The only entry of a set; null when there are several or none. An operation is filed under a project if all it changes is there. */
export function onlyOne<T>(entries: ReadonlySet<T>): T | null {
  const [first = null, ...others] = entries;
  return others.length === 0 ? first : null;
}
