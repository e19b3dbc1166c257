import type { Proof } from './proofs.ts';

/** The table of requirements: what must hold, where it is implemented, and the tests that prove it. */
export const TABLE = 'docs/requirements.md';

/**
 * A row of the table. Text and place are written by hand. The proof is generated, except for checks and for rows without a proof.
 */
export interface Row {
  id: string;
  what: string;
  where: string;
  proof: string;
  line: number;
}

/** A check that is run by hand, because it downloads programs of others or takes long; its output must contain the id. */
const CHECK = /`npm run check:([a-z]+)`/g;
/** What a row without proof must say: that it is not built or proven yet, or is open while it is being built. */
const WAITING = /^(?:later|open)$/;

function readRow(line: string): Omit<Row, 'line'> | undefined {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const [, id = '', what = '', where = '', proof = ''] = cells;
  return cells.length === 6 && /^[A-Z]\d*-?\d+$/.test(id) ? { id, what, where, proof } : undefined;
}

/** The rows of the table with their line numbers. */
export function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    const row = readRow(line);
    return row ? [{ ...row, line: index + 1 }] : [];
  });
}

/** Names of the checks that a row gives as its proof. */
export function checksOf(proof: string): string[] {
  return [...proof.matchAll(CHECK)].map(([, name = '']) => name);
}

/** The required text of a proof cell: the tests that verify the row, then its checks; without both, what it waits for. */
export function writeProof(row: Pick<Row, 'id' | 'proof'>, proofs: readonly Proof[]): string {
  const tests = proofs
    .filter(({ ids }) => ids.includes(row.id))
    .map(({ file, title }) => `\`${file}\` › "${title.replaceAll('|', '\\|')}"`);
  const checks = checksOf(row.proof).map((name) => `\`npm run check:${name}\``);
  const proven = [...new Set([...tests, ...checks])];
  if (proven.length > 0) return proven.join(', ');
  return WAITING.test(row.proof) ? row.proof : '';
}

/** The table with a new column of proofs, taken from the tests. */
export function withProofs(text: string, proofs: readonly Proof[]): string {
  return text
    .split('\n')
    .map((line) => {
      const row = readRow(line);
      const proof = row && writeProof(row, proofs);
      if (!row || proof === row.proof) return line;
      return `| ${row.id} | ${row.what} | ${row.where} | ${proof} |`;
    })
    .join('\n');
}
