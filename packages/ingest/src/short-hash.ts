import { hash } from 'node:crypto';

/** A short hash that identifies a text or the state of a record. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
