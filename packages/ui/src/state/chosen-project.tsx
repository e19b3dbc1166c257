import { isId, type Project } from '@twicewise/contract';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { projectsApart } from '../data/project-label.ts';

interface Chosen {
  /** As the link names it; undefined for all projects. */
  reference: string | undefined;
  /** Its id; undefined while it is not known. */
  id: string | undefined;
  /** The projects that there are. */
  projects: readonly Project[];
}

const ChosenProjectContext = createContext<Chosen>({ reference: undefined, id: undefined, projects: [] });

/** Tells a screen which project the person chose for links to others, and which there are to be told apart. */
export function ChosenProject({ reference, id, projects, children }: Chosen & { children: ReactNode }) {
  const chosen = useMemo(() => ({ reference, id, projects }), [reference, id, projects]);
  return <ChosenProjectContext value={chosen}>{children}</ChosenProjectContext>;
}

/**
 * Which project a link to a record keeps: the chosen one, unless the record is of another. The project of a record may be left out where
 * only what the chosen project has is shown.
 */
export function keptProject(
  { reference, id }: Pick<Chosen, 'reference' | 'id'>,
  projectId: string | undefined,
): string | undefined {
  // Before the projects are loaded, an id says the same as they will; a name is taken at its word.
  const known = id ?? (reference !== undefined && isId('project', reference) ? reference : undefined);
  return projectId === undefined || known === undefined || projectId === known ? reference : undefined;
}

/** Returns which project links of the shown screen keep; see {@link keptProject}. */
export function useKeptProject(): (projectId?: string) => string | undefined {
  const chosen = useContext(ChosenProjectContext);
  return (projectId) => keptProject(chosen, projectId);
}

/** Returns what a project is called on screen: its name, with the folder that differs where others have the same one. */
export function useProjectName(): (id: string | null, name: string) => string {
  const { projects } = useContext(ChosenProjectContext);
  const names = useMemo(() => new Map(projectsApart(projects).map(({ id, name }) => [id, name])), [projects]);
  return useCallback((id, name) => names.get(id ?? '') ?? name, [names]);
}
