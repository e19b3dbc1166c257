import { fenceLines, wordsLine } from '@twicewise/contract';

/**
 * A block of stored text for a prompt, as data: between marks that no stored text can know, so that a lesson cannot speak as
 * whoever runs the agent (B0-31). Empty for an empty block.
 */
export function asData(block: string, provenance: string): string {
  if (block.trim() === '') return '';
  const lines = block.split('\n').map(wordsLine);
  return fenceLines(lines, provenance, crypto.randomUUID());
}
