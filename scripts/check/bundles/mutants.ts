import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutantOf } from '../../../packages/core/test/bundles/mutants.ts';
import { TestCore } from '../../../packages/core/test/harness.ts';
import { goodBundle, take } from './memory.ts';

/** The results of mutants, each imported into an empty memory. */
export interface MutantsCount {
  mutants: number;
  /** Refused before anything was written, failed and undone, or imported completely. */
  refused: number;
  failed: number;
  imported: number;
  /** Number of mutants by how they were made. */
  ways: Record<string, number>;
  faults: string[];
}

/** Changes the memory after a mutant, so that the negative controls show that such a fault would be noticed. */
export type Sabotage = (core: TestCore) => Promise<unknown>;

/** Maximum number of faults that a run keeps; more would not say more. */
const MAX_FAULTS = 20;

/** Imports the mutants made from these seeds. */
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

/** Faults that the check of mutants must notice. */
export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  'half an import': (core) => core.store(),
  'a polluted prototype': async () => {
    Object.defineProperty(Object.prototype, 'polluted', { value: true, enumerable: true, configurable: true });
  },
};

/** Names of the faults that were missed. */
export async function missedSabotages(): Promise<string[]> {
  const missed: string[] = [];
  for (const [name, sabotage] of Object.entries(SABOTAGES)) {
    const { refused, failed, faults } = await tryMutants(0, 10, sabotage);
    if (faults.length < refused + failed || faults.length === 0) missed.push(name);
  }
  return missed;
}
