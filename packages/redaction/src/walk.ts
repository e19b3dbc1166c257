/** Does something with each text of a JSON-like value, keys included; answers the very value when nothing changed. */
export interface Visitor {
  text(text: string, path: readonly string[]): string;
  key(key: string, path: readonly string[]): string;
  /** What entries have in common: answers those whose texts are visited then, as many as there were. */
  list?(items: readonly unknown[], path: readonly string[]): readonly unknown[];
}

/** Walks a value, and keeps what did not change. */
export function walk(value: unknown, path: readonly string[], visitor: Visitor): unknown {
  if (typeof value === 'string') return visitor.text(value, path);
  if (Array.isArray(value)) {
    const items = (visitor.list?.(value, path) ?? value).map((item, index) =>
      walk(item, [...path, String(index)], visitor),
    );
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value !== null && typeof value === 'object') return walkObject(value, path, visitor);
  return value;
}

function walkObject(object: object, path: readonly string[], visitor: Visitor): object {
  let changed = false;
  const taken = new Set<string>();
  const entries = Object.entries(object).map(([key, item]): [string, unknown] => {
    const newKey = uniqueKey(visitor.key(key, path), taken);
    const newItem = walk(item, [...path, newKey], visitor);
    changed ||= newKey !== key || newItem !== item;
    return [newKey, newItem];
  });
  // `fromEntries` defines own properties, so a key `__proto__` stays data.
  return changed ? Object.fromEntries(entries) : object;
}

/** Two secret keys of one object get the same marker; the second keeps its value under a numbered name. */
function uniqueKey(key: string, taken: Set<string>): string {
  let candidate = key;
  for (let n = 2; taken.has(candidate); n++) candidate = `${key}#${n}`;
  taken.add(candidate);
  return candidate;
}
