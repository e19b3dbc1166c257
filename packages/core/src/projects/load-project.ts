import type { Project } from '@twicewise/contract';
import { getProject, type ReadableDb } from '@twicewise/store';

/** Reads a project that is known to be there, by an id that was just resolved. */
export function loadProject(db: ReadableDb, id: string): Project {
  const project = getProject(db, id);
  if (!project) throw new Error(`project ${id} vanished`);
  return project;
}
