import { randomBytes } from 'node:crypto';
import { fence as fenceWith } from '@twicewise/contract';

/** Stored text as data, between marks that no stored text can know. */
export function fence(value: unknown, provenance: string): string {
  return fenceWith(value, provenance, randomBytes(9).toString('base64url'));
}
