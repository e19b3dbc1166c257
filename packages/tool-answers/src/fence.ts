import { randomBytes } from 'node:crypto';
import { fenceLines, fence as fenceWith } from '@twicewise/contract';

/** Part of the marks that no stored text can know. */
const newNonce = () => randomBytes(9).toString('base64url');

/** Stored text as data, between marks that no stored text can know. */
export function fence(value: unknown, provenance: string): string {
  return fenceWith(value, provenance, newNonce());
}

/** Lines of data between such marks. */
export function fenceData(lines: readonly string[], provenance: string): string {
  return fenceLines(lines, provenance, newNonce());
}
