const STORED = 'twicewise.recent';
/** As many as can be seen at a glance. */
const MOST = 6;

/** The keys of the last choices in the palette of this browser, latest first. */
export function recentChoices(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string').slice(0, MOST) : [];
  } catch {
    // The stored value is not ours; that is not worth a message.
    return [];
  }
}

/** The choices with one more; each appears once. */
export function withRecent(choices: readonly string[], key: string): string[] {
  return [key, ...choices.filter((other) => other !== key)].slice(0, MOST);
}

/** Remembers a choice. */
export function remember(key: string): void {
  localStorage.setItem(STORED, JSON.stringify(withRecent(recentChoices(), key)));
}
