import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { ProjectFolder } from '@twicewise/contract';

/** The path without links, or the path as it is when it leads nowhere: a stale worktree must not fail its whole host. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Reads git's own files; starting git would cost 5 ms per connection and need git to be installed. */
function gitCommonDir(dotGit: string): string | null {
  if (statSync(dotGit).isDirectory()) return dotGit;
  // A worktree or submodule: the file names its git directory, whose `commondir` names the shared one.
  const pointer = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, 'utf8'));
  const named = pointer?.[1]?.trim();
  if (named === undefined) return null;
  const gitDir = isAbsolute(named) ? named : resolve(dirname(dotGit), named);
  const common = join(gitDir, 'commondir');
  return existsSync(common) ? resolve(gitDir, readFileSync(common, 'utf8').trim()) : gitDir;
}

function readCommonDir(dotGit: string): string | null {
  try {
    return gitCommonDir(dotGit);
  } catch {
    return null;
  }
}

function findRepository(folder: string): { root: string; commonDir: string } | null {
  for (let current = folder; ; current = dirname(current)) {
    const dotGit = join(current, '.git');
    const commonDir = existsSync(dotGit) ? readCommonDir(dotGit) : null;
    if (commonDir !== null) return { root: current, commonDir: real(commonDir) };
    if (dirname(current) === current) return null;
  }
}

/**
 * The project that a working folder stands for. All worktrees of a repository share its git common directory and so
 * are one project. Home and the root are no project: everything ever done there would be mixed together.
 */
export function resolveFolder(folder: string, home: string = homedir()): ProjectFolder {
  if (!existsSync(folder)) return { key: null, root: folder, name: basename(folder) };
  const start = real(folder);
  const repository = findRepository(start);
  const root = repository?.root ?? start;
  if (root === dirname(root) || root === real(home)) return { key: null, root, name: basename(root) };
  const key = repository?.commonDir ?? root;
  const named = basename(key) === '.git' ? basename(dirname(key)) : basename(root);
  return { key, root, name: named.replace(/\.git$/, '') || named };
}
