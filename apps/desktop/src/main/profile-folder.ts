import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@twicewise/contract';
import { ownDataFolder, ownFolder, runPaths, standInFolder } from '@twicewise/host';

/**
 * The window's profile is stored next to the memory, so that there is one app per data folder. For a folder that cannot be
 * written it is in the stand-in, the same at each start, because nobody could remove it while the app runs. Throws if the folder
 * is not ours.
 */
export function profileFolder(data: string): string {
  try {
    ownDataFolder(data);
    const { run } = runPaths(data);
    ownFolder(run);
    const profile = join(run, 'desktop');
    mkdirSync(profile, { recursive: true, mode: 0o700 });
    return profile;
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A memory on a read-only disk can still be opened.
    const standIn = standInFolder(data);
    ownFolder(standIn);
    const profile = join(standIn, 'desktop');
    ownFolder(profile);
    return profile;
  }
}
