import type { Redaction } from './redactor.ts';

/** Notes for the caller about secrets that were removed from what was stored. */
export function notesOnRedaction(redactions: readonly Redaction[]): string[] {
  if (redactions.length === 0) return [];
  const named = redactions.slice(0, 5).map(({ kind, path }) => `${kind} in ${path}`);
  return [`${redactions.length} secrets were replaced before storing: ${named.join(', ')}.`];
}
