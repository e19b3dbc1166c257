// What the host's main thread uses of this package. Nothing here may load core, which runs in the host's store worker.
export { type DataLock, takeLock } from './lock.ts';
export { makeFolder, ownDataFolder, ownFolder, writePrivate } from './private-folder.ts';
export { currentBranch, isThere, resolveFolder, resolveFolderSoon } from './project-folder.ts';
