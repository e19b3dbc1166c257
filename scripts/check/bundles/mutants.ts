import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutantOf } from '../../../packages/core/test/bundles/mutants.ts';
import { TestCore } from '../../../packages/core/test/harness.ts';
import { goodBundle, take } from './memory.ts';

/** What became of mutants, each in a memory that is empty before. */
export interface MutantsCount {
  mutants: number;
  /** Refused before anything was written, failed and taken back, imported whole. */
  refused: number;
  failed: number;
  imported: number;
  /** How many were made in each way. */
  ways: Record<string, number>;
  faults: string[];
}

/** Something done to the memory after a mutant, by which the negative controls show that they would be noticed. */
export type Sabotage = (core: TestCore) => Promise<unknown>;

/** Faults that a run keeps; the rest are as many again. */
const MAX_FAULTS = 20;

/** Imports the mutants of these seeds. */
export async function tryMutants(first: number, count: number, sabotage?: Sabotage): Promise<MutantsCount> {
  const good = await goodBundle();
  const archive = readFileSync(good.path);
  const found: MutantsCount = { mutants: 0, refused: 0, failed: 0, imported: 0, ways: {}, faults: [] };
  let core = new TestCore();
  try {
    for (let seed = first; seed < first + count; seed++) {
      const path = join(core.folder, 'mutant.twicewise');
      const way = await mutantOf(good.files, archive, seed, path);
      const { as, fault } = await take(core, path, sabotage);
      found.mutants++;
      found[as]++;
      found.ways[way] = (found.ways[way] ?? 0) + 1;
      if (fault !== null && found.faults.length < MAX_FAULTS) found.faults.push(`mutant ${seed} (${way}): ${fault}`);
      if (as !== 'imported' && fault === null) continue;
      await core.remove();
      core = new TestCore();
    }
    return found;
  } finally {
    await core.remove();
    good.remove();
  }
}

/** Ways to be wrong that the look at mutants must notice. */
export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  'half an import': (core) => core.store(),
  'a polluted prototype': async () => {
    Object.defineProperty(Object.prototype, 'polluted', { value: true, enumerable: true, configurable: true });
  },
};

/** Names of the ways to be wrong that were missed. */
export async function missedSabotages(): Promise<string[]> {
  const missed: string[] = [];
  for (const [name, sabotage] of Object.entries(SABOTAGES)) {
    const { refused, failed, faults } = await tryMutants(0, 10, sabotage);
    if (faults.length < refused + failed || faults.length === 0) missed.push(name);
  }
  return missed;
}
