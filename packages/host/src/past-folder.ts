import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { ProjectFolder } from '@twicewise/contract';
import { readRegularFile } from '@twicewise/ingest/host-side';
import { isThere, resolveFolder } from './project-folder.ts';

/** What people call a folder for worktrees beside a repository. */
const BESIDE = /^(.{1,200}?)[-_.]worktrees?$/i;
const FOR_ALL = /^\.?worktrees?$/i;
/** Most repositories beside the folder that are asked for it, and worktrees of each. */
const MAX_ASKED = 200;
const MAX_POINTER_BYTES = 4096;

/** Folders above a path, the nearest first. */
function above(folder: string): string[] {
  const found: string[] = [];
  for (let one = dirname(folder); one !== dirname(one); one = dirname(one)) found.push(one);
  return found;
}

/** The repository in a folder; null where there is none. Outside of one the key is the folder itself. */
async function repositoryAt(folder: string): Promise<ProjectFolder | null> {
  if (!(await isThere(join(folder, '.git')))) return null;
  const found = await resolveFolder(folder);
  return found.key !== null && found.key !== found.root ? found : null;
}

/** The repository that a folder for worktrees lies beside, by its name. */
function besideOf(folder: string): string | null {
  const own = BESIDE.exec(basename(folder))?.[1];
  return own === undefined ? null : join(dirname(folder), own);
}

/** Names of repositories that a path for worktrees is for: `shop-worktrees/fix` is of `shop`, as is `worktrees/shop/fix`. */
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

/** The folders of a repository's worktrees as its list has them; those that were deleted without telling git, too. */
async function worktreesOf(gitCommonDir: string): Promise<string[]> {
  const lists = join(gitCommonDir, 'worktrees');
  const pointers = (await names(lists)).map((name) =>
    readRegularFile(join(lists, name, 'gitdir'), MAX_POINTER_BYTES).catch(() => null),
  );
  return (await Promise.all(pointers)).flatMap((bytes) =>
    bytes === null ? [] : [dirname(bytes.toString('utf8').trim())],
  );
}

/** Names of the folders of a repository's worktrees; empty where no repository is. */
export async function worktreeNames(gitCommonDir: string): Promise<string[]> {
  return (await worktreesOf(gitCommonDir)).map((folder) => basename(folder));
}

/** The repository of a worktree that is gone: the one that lists it, or that the folder for worktrees is named after. */
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

/** Folders for worktrees within a repository, as people and agents make them. */
const WITHIN = /^(.+?)[\\/](?:\.worktrees?|\.claude[\\/]worktrees)[\\/]/;

/**
 * The repository that a path for a worktree names, where the place in which it would lie is not on this machine: then
 * nothing can be asked, and the names are all that is known.
 */
async function namedElsewhere(folder: string): Promise<ProjectFolder | null> {
  const root = WITHIN.exec(folder)?.[1] ?? above(folder).flatMap((one) => besideOf(one) ?? [])[0];
  // Two folders deep is where people have their homes.
  if (root === undefined || above(root).length < 2 || (await isThere(dirname(root)))) return null;
  return { key: root, root, name: basename(root) };
}

/**
 * The project that a folder stood for when somebody worked there. One that is gone (a removed worktree, a moved checkout)
 * counts to the repository around it, or to that whose worktree it was, else it is a project of its own.
 */
export async function resolvePastFolder(folder: string): Promise<ProjectFolder> {
  // The name comes from a file: one on another machine must not be asked for, and a relative one means nothing here.
  const isLocal = isAbsolute(folder) && !/^[\\/]{2}/.test(folder);
  if (!isLocal) return { key: folder, root: folder, name: basename(folder) || folder };
  if (await isThere(folder)) return resolveFolder(folder);
  for (const place of above(folder)) {
    if (!(await isThere(place))) continue;
    const found = await resolveFolder(place);
    // Outside of a repository the key is the folder itself, which stands for everything that ever was in it.
    if (found.key !== null && found.key !== found.root) return found;
    break;
  }
  return (
    (await repositoryOf(folder)) ??
    (await namedElsewhere(folder)) ?? { key: folder, root: folder, name: basename(folder) }
  );
}
