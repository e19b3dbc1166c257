import type { AttemptContent } from './attempt-content.ts';

/** Types of actions that change the file they name. */
export const CHANGING_ACTION_TYPES = ['code_modification', 'file_creation', 'file_deletion'] as const;

/** A file that an attempt changed, with its lines; null where nobody counted them. */
export interface ChangedFile {
  path: string;
  additions: number | null;
  deletions: number | null;
}

type Actor = NonNullable<AttemptContent['actor']>;
type Action = Actor['actions'][number];

const plus = (sum: number | null, more: number | null) => (more === null ? sum : (sum ?? 0) + more);

/** An action of another type changed a file as well if lines of it were counted. */
function changesFile({ type, additions, deletions }: Action): boolean {
  return CHANGING_ACTION_TYPES.some((known) => known === type) || additions !== null || deletions !== null;
}

/**
 * The files that an attempt changed, each once, in the order in which they are named: those listed as modified, then those that
 * only its actions name. Lines are the sums over its actions at the file. Empty where no file is named.
 */
export function changedFiles(actor: Pick<Actor, 'actions' | 'filesModified'> | null): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  const fileOf = (path: string) => {
    const known = files.get(path) ?? { path, additions: null, deletions: null };
    files.set(path, known);
    return known;
  };
  for (const path of actor?.filesModified ?? []) fileOf(path);
  for (const action of actor?.actions ?? []) {
    if (action.filePath === null || !changesFile(action)) continue;
    const file = fileOf(action.filePath);
    file.additions = plus(file.additions, action.additions);
    file.deletions = plus(file.deletions, action.deletions);
  }
  return [...files.values()];
}
