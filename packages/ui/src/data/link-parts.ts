// The parts of links, which people write and cut by hand: what is not understood counts as left out.

/** The texts of a part that may be repeated, each once. */
export function textsIn(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return [...new Set(items.filter((item): item is string => typeof item === 'string' && item !== ''))];
}

/** The text of a part, the first where it is repeated. */
export function textIn(value: unknown): string | undefined {
  return textsIn(value)[0];
}

/** Those of the allowed words that a part names, in the order of these. */
export function knownIn<T extends string>(value: unknown, allowed: readonly T[]): T[] {
  const texts: readonly string[] = textsIn(value);
  return allowed.filter((word) => texts.includes(word));
}

/** An instant in the format of the host. */
export function instantIn(value: unknown): string | undefined {
  const time = Date.parse(textIn(value) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** True for a part that is switched on, by `1` or `true`. */
export function isOnIn(value: unknown): true | undefined {
  const said = value === true ? 'true' : textIn(value);
  return said === '1' || said === 'true' ? true : undefined;
}
