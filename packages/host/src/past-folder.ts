import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { ProjectFolder } from '@twicewise/contract';
import { readRegularFile } from '@twicewise/ingest/host-side';
import { isThere, resolveFolder } from '@twicewise/memory/host-side';

/** Matches the usual names of a folder for worktrees beside a repository. */
const BESIDE = /^(.{1,200}?)[-_.]worktrees?$/i;
const FOR_ALL = /^\.?worktrees?$/i;
/** Most repositories beside the folder that are searched, and most worktrees of each. */
const MAX_ASKED = 200;
const MAX_POINTER_BYTES = 4096;

/** Parent folders of a path, the nearest first. */
function above(folder: string): string[] {
  const found: string[] = [];
  for (let one = dirname(folder); one !== dirname(one); one = dirname(one)) found.push(one);
  return found;
}

/** The repository in a folder; null if there is none. In a folder without a repository the key is the folder itself. */
async function repositoryAt(folder: string): Promise<ProjectFolder | null> {
  if (!(await isThere(join(folder, '.git')))) return null;
  const found = await resolveFolder(folder);
  return found.key !== null && found.key !== found.root ? found : null;
}

/** The repository beside which a folder for worktrees lies, according to its name. */
function besideOf(folder: string): string | null {
  const own = BESIDE.exec(basename(folder))?.[1];
  return own === undefined ? null : join(dirname(folder), own);
}

/**
 * Names of repositories that a path of a worktree suggests: `shop-worktrees/fix` and `worktrees/shop/fix` both suggest `shop`.
 */
function namedBy(folder: string): string[] {
  return above(folder).flatMap((one) => {
    const own = besideOf(one);
    if (own !== null) return [own];
    const name = basename(one);
    const below = relative(one, folder).split(/[\\/]/)[0];
    return FOR_ALL.test(name) && below ? [join(dirname(one), below)] : [];
  });
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).slice(0, MAX_ASKED);
}

/** Folders of a repository's worktrees as git lists them, including those that were deleted without telling git. */
async function worktreesOf(gitCommonDir: string): Promise<string[]> {
  const lists = join(gitCommonDir, 'worktrees');
  const pointers = (await names(lists)).map((name) =>
    readRegularFile(join(lists, name, 'gitdir'), MAX_POINTER_BYTES).catch(() => null),
  );
  return (await Promise.all(pointers)).flatMap((bytes) =>
    bytes === null ? [] : [dirname(bytes.toString('utf8').trim())],
  );
}

/** Names of the folders of a repository's worktrees; empty if there is no repository. */
export async function worktreeNames(gitCommonDir: string): Promise<string[]> {
  return (await worktreesOf(gitCommonDir)).map((folder) => basename(folder));
}

/** The repository of a deleted worktree: the one that lists it, or the one after which the folder for worktrees is named. */
async function repositoryOf(folder: string): Promise<ProjectFolder | null> {
  for (const place of namedBy(folder)) {
    const found = await repositoryAt(place);
    if (found !== null) return found;
  }
  for (const place of above(folder).slice(0, 2)) {
    for (const name of await names(place)) {
      const repository = join(place, name);
      const worktrees = await worktreesOf(join(repository, '.git'));
      if (worktrees.includes(folder)) return repositoryAt(repository);
    }
  }
  return null;
}

/** Matches the usual folders for worktrees within a repository. */
const WITHIN = /^(.+?)[\\/](?:\.worktrees?|\.claude[\\/]worktrees)[\\/]/;

/**
 * The repository that the path of a worktree names, if the place of that repository is not on this machine. Then nothing can be
 * checked, and only the names are known.
 */
async function namedElsewhere(folder: string): Promise<ProjectFolder | null> {
  const root = WITHIN.exec(folder)?.[1] ?? above(folder).flatMap((one) => besideOf(one) ?? [])[0];
  // Home folders usually lie two levels deep.
  if (root === undefined || above(root).length < 2 || (await isThere(dirname(root)))) return null;
  return { key: root, root, name: basename(root) };
}

/**
 * The project of a folder at the time somebody worked there. A folder that is gone (a removed worktree, a moved checkout) belongs
 * to the repository around it, or to the one whose worktree it was; else it is a project of its own.
 */
export async function resolvePastFolder(folder: string): Promise<ProjectFolder> {
  // The path comes from a file. A path on another machine must not be accessed, and a relative one means nothing here.
  const isLocal = isAbsolute(folder) && !/^[\\/]{2}/.test(folder);
  if (!isLocal) return { key: folder, root: folder, name: basename(folder) || folder };
  if (await isThere(folder)) return resolveFolder(folder);
  for (const place of above(folder)) {
    if (!(await isThere(place))) continue;
    const found = await resolveFolder(place);
    // Without a repository the key is the folder itself, which stands for everything that was ever in it.
    if (found.key !== null && found.key !== found.root) return found;
    break;
  }
  return (
    (await repositoryOf(folder)) ??
    (await namedElsewhere(folder)) ?? { key: folder, root: folder, name: basename(folder) }
  );
}
