import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProjectFolder } from '@twicewise/contract';
import { readRegularFile } from '@twicewise/ingest/host-side';
import { homeFolder } from './data-folder.js';

// A folder is what an agent says it is in; whatever lies there was put there by somebody else. So nothing of it is read on
// the thread that serves the doors, and only small regular files are read at all.

/** Longest file in which git says where a repository is, in bytes: a path is at most as long. */
const MAX_POINTER_BYTES = 4096;

/** The path without links, or the path as it is when it leads nowhere: a stale worktree must not fail its whole host. */
function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Whether something is there, as far as we are let see. */
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

/** Reads git's own files; starting git would cost 5 ms per connection and need git to be installed. */
async function gitCommonDir(dotGit: string): Promise<string | null> {
  if ((await stat(dotGit)).isDirectory()) return dotGit;
  // A worktree or submodule: the file names its git directory, whose `commondir` names the shared one.
  const pointer = /^gitdir: (.+)$/m.exec((await readPointer(dotGit)) ?? '');
  const named = pointer?.[1]?.trim();
  if (named === undefined) return null;
  const gitDir = isAbsolute(named) ? named : resolve(dirname(dotGit), named);
  const common = join(gitDir, 'commondir');
  if (!(await isThere(common))) return gitDir;
  const shared = await readPointer(common);
  return shared === null ? null : resolve(gitDir, shared.trim());
}

async function findRepository(folder: string): Promise<{ root: string; commonDir: string } | null> {
  for (let current = folder; ; current = dirname(current)) {
    // What is not there, or not what git writes, is no repository.
    const commonDir = await gitCommonDir(join(current, '.git')).catch(() => null);
    if (commonDir !== null) return { root: current, commonDir: await real(commonDir) };
    if (dirname(current) === current) return null;
  }
}

/** How long a door waits for a folder, in milliseconds: one on a network share that is gone may never answer. */
const PATIENCE_MS = 2000;
/** Folders whose look-up hangs: each holds one of few threads of the process, so they are not asked again meanwhile. */
const hanging = new Set<string>();

/** A folder that cannot be looked at is none that a project is known by. */
function unknownFolder(folder: string): ProjectFolder {
  return { key: null, root: folder, name: basename(folder) };
}

/** As {@link resolveFolder}, for whoever has a connection waiting: after a while the folder counts as not there. */
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
 * The project that a working folder stands for. All worktrees of a repository share its git common directory and so
 * are one project. Home and the root are no project: everything ever done there would be mixed together.
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
