import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { homeFolder } from '@twicewise/client/data-folder';
import type { ProjectFolder } from '@twicewise/contract';
import { readRegularFile } from '@twicewise/ingest/host-side';

// An agent names its folder, and anybody may have put files there. So nothing in it is read on the thread that serves the doors,
// and only small regular files are read at all.

/** Largest file in which git names the place of a repository, in bytes. No path is longer. */
const MAX_POINTER_BYTES = 4096;

/** The path with links resolved, or unchanged if it does not exist: a stale worktree must not fail its whole host. */
function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Whether a path exists, as far as our permissions show. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function readPointer(path: string): Promise<string | null> {
  const bytes = await readRegularFile(path, MAX_POINTER_BYTES);
  return bytes === null ? null : bytes.toString('utf8');
}

/** The git directory of a working tree. In a worktree or submodule, the file `.git` names it. */
async function gitDirOf(dotGit: string): Promise<string | null> {
  if ((await stat(dotGit)).isDirectory()) return dotGit;
  const pointer = /^gitdir: (.+)$/m.exec((await readPointer(dotGit)) ?? '');
  const named = pointer?.[1]?.trim();
  if (named === undefined) return null;
  return isAbsolute(named) ? named : resolve(dirname(dotGit), named);
}

/** Reads git's own files. Running git would take 5 ms per connection and require git to be installed. */
async function gitCommonDir(dotGit: string): Promise<string | null> {
  const gitDir = await gitDirOf(dotGit);
  if (gitDir === null || gitDir === dotGit) return gitDir;
  // The git directory of a worktree names the shared one in `commondir`.
  const common = join(gitDir, 'commondir');
  if (!(await isThere(common))) return gitDir;
  const shared = await readPointer(common);
  return shared === null ? null : resolve(gitDir, shared.trim());
}

async function findRepository(folder: string): Promise<{ root: string; commonDir: string } | null> {
  for (let current = folder; ; current = dirname(current)) {
    // If the path is missing, or not written by git, there is no repository.
    const commonDir = await gitCommonDir(join(current, '.git')).catch(() => null);
    if (commonDir !== null) return { root: current, commonDir: await real(commonDir) };
    if (dirname(current) === current) return null;
  }
}

/** How long a door waits for a folder, in milliseconds. A folder on a network share that is gone may never answer. */
const PATIENCE_MS = 2000;
/** Folders whose look-up hangs. Each blocks one of the process's few threads, so they are not looked up again meanwhile. */
const hanging = new Set<string>();

/** A folder that cannot be read gives no project. */
function unknownFolder(folder: string): ProjectFolder {
  return { key: null, root: folder, name: basename(folder) };
}

/** As {@link resolveFolder}, for a waiting connection: after a time limit the folder counts as missing. */
export async function resolveFolderSoon(
  folder: string,
  look: (folder: string) => Promise<ProjectFolder> = resolveFolder,
  patience = PATIENCE_MS,
): Promise<ProjectFolder> {
  if (hanging.has(folder)) return unknownFolder(folder);
  let isDone = false;
  const found = look(folder).finally(() => {
    isDone = true;
    hanging.delete(folder);
  });
  const enough = new AbortController();
  const tooLong = wait(patience, null, { signal: enough.signal }).catch(() => null);
  try {
    const answer = await Promise.race([found, tooLong]);
    if (answer !== null) return answer;
  } finally {
    enough.abort();
  }
  if (!isDone) hanging.add(folder);
  found.catch(() => {});
  return unknownFolder(folder);
}

/**
 * The project of a working folder. All worktrees of a repository share its git common directory and so are one project. The home
 * folder and the root are no project, because everything ever done there would be mixed together.
 */
export async function resolveFolder(folder: string, home: string = homeFolder()): Promise<ProjectFolder> {
  if (!(await isThere(folder))) return unknownFolder(folder);
  const start = await real(folder);
  const repository = await findRepository(start);
  const root = repository?.root ?? start;
  if (root === dirname(root) || root === (await real(home))) return { key: null, root, name: basename(root) };
  const key = repository?.commonDir ?? root;
  const named = basename(key) === '.git' ? basename(dirname(key)) : basename(root);
  return { key, root, name: named.replace(/\.git$/, '') || named };
}

/**
 * The branch that is checked out in a folder; null outside of a repository and where none is. Ask only for a folder that has
 * answered {@link resolveFolderSoon}: there is no time limit.
 */
export async function currentBranch(folder: string): Promise<string | null> {
  for (let current = await real(folder); ; current = dirname(current)) {
    const gitDir = await gitDirOf(join(current, '.git')).catch(() => null);
    const head = gitDir === null ? null : await readPointer(join(gitDir, 'HEAD')).catch(() => null);
    if (gitDir !== null) return /^ref: refs\/heads\/(.+)$/m.exec(head ?? '')?.[1]?.trim() ?? null;
    if (dirname(current) === current) return null;
  }
}
