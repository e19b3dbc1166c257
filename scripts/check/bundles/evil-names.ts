import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import yauzl from 'yauzl';
import { EVIL_NAMES, pack, placeholder, renamed } from '../../../packages/core/test/bundles/hostile-archives.ts';
import { TestCore } from '../../../packages/core/test/harness.ts';
import { goodBundle, take } from './memory.ts';

/** The results of archives with evil names. */
export interface NamesCount {
  names: number;
  refused: number;
  /** Files that were created outside of the memory's folder. */
  outside: string[];
  faults: string[];
}

/**
 * Number of folders above the memory's folder: more than any of the names climbs, so that even a reader that is fooled writes
 * only into our own folder.
 */
const DEPTH = 12;

/** A reader of archives: that of the product, or one without our rules. */
export type Reader = (core: TestCore, archive: string) => Promise<{ refused: boolean; fault: string | null }>;

const byTheProduct: Reader = async (core, archive) => {
  const { as, fault } = await take(core, archive);
  return { refused: as === 'refused', fault };
};

/** The negative control: writes each file under the name given in the archive. */
export const carelessly: Reader = async (core, archive) => {
  const zip = await yauzl.openPromise(archive, { lazyEntries: true, decodeStrings: false, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    const target = join(core.folder, String(entry.fileName as unknown as Buffer).replaceAll('\0', ''));
    if (existsSync(target)) continue;
    try {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, '{}\n');
    } catch {
      // This system does not allow such a name, so it does no harm here.
    }
  }
  zip.close();
  return { refused: false, fault: null };
};

function everythingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String);
}

/** Lets a reader read one archive for each evil name, in a folder deep inside one of ours. */
export async function tryNames(read: Reader = byTheProduct): Promise<NamesCount> {
  const good = await goodBundle();
  const root = tempFolder('check-names');
  const folder = join(root.path, ...Array.from({ length: DEPTH }, (_, at) => `level-${at}`));
  mkdirSync(folder, { recursive: true });
  const core = new TestCore({ folder });
  const archive = join(root.path, 'evil.twicewise');
  const own = relative(root.path, folder);
  const elsewhere = () =>
    ['/', dirname(root.path), process.cwd()].flatMap((at) => readdirSync(at).filter((name) => name.includes('evil')));
  const before = elsewhere().join();
  const count: NamesCount = { names: EVIL_NAMES.length, refused: 0, outside: [], faults: [] };
  try {
    writeFileSync(archive, '');
    const around = new Set(everythingIn(root.path));
    for (const name of EVIL_NAMES) {
      const harmless = placeholder(name);
      await pack(archive, { ...good.files, [harmless]: Buffer.from('{}\n') });
      writeFileSync(archive, renamed(readFileSync(archive), harmless, name));
      const { refused, fault } = await read(core, archive);
      if (refused) count.refused++;
      if (fault !== null) count.faults.push(`${JSON.stringify(name)}: ${fault}`);
    }
    count.outside = everythingIn(root.path).filter((name) => !around.has(name) && !name.startsWith(own));
    if (elsewhere().join() !== before) count.outside.push(...elsewhere());
    return count;
  } finally {
    await core.core.close();
    rmSync(root.path, { recursive: true, force: true });
    good.remove();
  }
}
