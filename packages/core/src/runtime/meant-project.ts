import { type AppError, type Caller, flatName, type ProjectFolder } from '@twicewise/contract';
import { findProjects, getProject, projectByFolder, type ReadableDb } from '@twicewise/store';
import { noSuchProject } from './no-such-project.ts';
import { isAgentAtWork } from './person-only.ts';
import { findProjectId } from './references.ts';
import type { Services } from './services.ts';

// Resolves a project name that an agent gives and no project has. Its hooks look only at the project of its folder, so lessons
// stored under an invented name would never come back to it.

/** Maximum number of projects that a refusal lists, and whose worktrees are searched. */
const MAX_KNOWN = 20;
/** Maximum length of a project name in a refusal, in UTF-16 units. */
const MAX_NAME = 80;

/** The folder of an agent that works in a project folder; null for all other callers. */
function folderOf(caller: Caller): (ProjectFolder & { key: string }) | null {
  if (!isAgentAtWork(caller) || caller.project === null || !('folder' in caller.project)) return null;
  const { key, ...folder } = caller.project.folder;
  return key === null ? null : { key, ...folder };
}

function namedIn(input: object): string | null {
  const { projectId } = input as { projectId?: unknown };
  return typeof projectId === 'string' ? projectId : null;
}

/** Whether an agent in a folder gives a project name or id that does not exist. */
export function namesUnknownProject(input: object, caller: Caller, db: () => ReadableDb): boolean {
  const named = namedIn(input);
  if (named === null || folderOf(caller) === null) return false;
  const id = findProjectId(db(), named);
  return id === null || getProject(db(), id) === null;
}

/** Whether a name or path refers to the folder's own project. */
function isOf(named: string, { key, root, name }: ProjectFolder): boolean {
  return [name, root.split(/[\\/]/).at(-1), root, key].includes(named);
}

const isPath = (named: string) => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(named);

/** The project of a path on this machine, or of the worktree with this name; null when there is none. */
async function projectOf(named: string, own: ProjectFolder & { key: string }, services: Services) {
  const { surroundings } = services;
  if (isPath(named)) {
    const { key } = await surroundings.resolveFolder(named);
    if (key === own.key) return 'own' as const;
    return key === null ? null : projectByFolder(services.db(), key);
  }
  if ((await surroundings.worktreeNames(own.key)).includes(named)) return 'own' as const;
  const found: string[] = [];
  for (const { id, gitCommonDir } of findProjects(services.db(), MAX_KNOWN).items) {
    if (gitCommonDir === null || gitCommonDir === own.key) continue;
    if ((await surroundings.worktreeNames(gitCommonDir)).includes(named)) found.push(id);
  }
  // Ambiguous when two repositories have a worktree of this name.
  return found.length === 1 ? (found[0] ?? null) : null;
}

function unknownProject(named: string, own: ProjectFolder, db: ReadableDb): AppError {
  const others = findProjects(db, MAX_KNOWN).items.map(({ name }) => flatName(name, MAX_NAME));
  const known = [...new Set(others)].map((name) => `"${name}"`).join(', ');
  const hint = `Leave projectId out: you work in "${flatName(own.name, MAX_NAME)}".`;
  return noSuchProject(db, named, known === '' ? hint : `${hint} Known are ${known}.`);
}

/**
 * Returns the input with the project resolved from a path or the name of a worktree; the field is removed when that is the
 * agent's own project. Throws `not_found`, with a list of the projects.
 */
export async function withMeantProject<T extends object>(input: T, caller: Caller, services: Services): Promise<T> {
  const [own, named] = [folderOf(caller), namedIn(input)];
  if (own === null || named === null) return input;
  const plain = named.trim();
  const meant = isOf(plain, own) ? 'own' : await projectOf(plain, own, services);
  if (meant === null) throw unknownProject(named, own, services.db());
  const { projectId: _named, ...rest } = input as T & { projectId?: unknown };
  return (meant === 'own' ? rest : { ...rest, projectId: meant }) as T;
}
