/** Handles each text of a JSON-like value, keys included. Returns the same value when nothing changed. */
export interface Visitor {
  text(text: string, path: readonly string[]): string;
  key(key: string, path: readonly string[]): string;
  /** Handles the entries of a list together. Returns the entries to visit, as many as were given. */
  list?(items: readonly unknown[], path: readonly string[]): readonly unknown[];
}

/** Walks a value. Unchanged parts are returned as the same objects. */
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

/** Two secret keys of one object get the same marker, so the second one gets a number to keep its value. */
function uniqueKey(key: string, taken: Set<string>): string {
  let candidate = key;
  for (let n = 2; taken.has(candidate); n++) candidate = `${key}#${n}`;
  taken.add(candidate);
  return candidate;
}
