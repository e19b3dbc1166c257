const STORED = 'twicewise.recent';
/** As many as are seen at a glance. */
const MOST = 6;

/** Keys of what was chosen last in the palette of this browser, the latest first. */
export function recentChoices(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string').slice(0, MOST) : [];
  } catch {
    // Written by something else: nothing worth a message.
    return [];
  }
}

/** The choices with one more; each is there once. */
export function withRecent(choices: readonly string[], key: string): string[] {
  return [key, ...choices.filter((other) => other !== key)].slice(0, MOST);
}

/** Remembers a choice. */
export function remember(key: string): void {
  localStorage.setItem(STORED, JSON.stringify(withRecent(recentChoices(), key)));
}
