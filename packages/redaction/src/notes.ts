import { counted } from '@twicewise/contract';
import type { Redaction } from './redactor.ts';

/** Maximum number of secrets that a note names; it counts the others. */
const MAX_NAMED = 5;

/** Notes for the caller about secrets that were removed from what was stored. */
export function notesOnRedaction(redactions: readonly Redaction[]): string[] {
  const count = redactions.length;
  if (count === 0) return [];
  const named = redactions.slice(0, MAX_NAMED).map(({ kind, path }) => `${kind} in ${path}`);
  const more = count > MAX_NAMED ? `, and ${count - MAX_NAMED} more` : '';
  const were = count === 1 ? 'was' : 'were';
  return [`${counted(count, 'secret')} ${were} replaced before storing: ${named.join(', ')}${more}.`];
}
