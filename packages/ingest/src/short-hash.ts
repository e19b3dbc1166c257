import { hash } from 'node:crypto';

/** A short hash by which texts, and states of a record, are told apart. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
