import { isId } from '@twicewise/contract';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

interface Chosen {
  /** As the link names it; undefined for all projects. */
  reference: string | undefined;
  /** Its id; undefined while it is not known. */
  id: string | undefined;
}

const ChosenProjectContext = createContext<Chosen>({ reference: undefined, id: undefined });

/** Tells links between screens which project the person chose. */
export function ChosenProject({ reference, id, children }: Chosen & { children: ReactNode }) {
  const chosen = useMemo(() => ({ reference, id }), [reference, id]);
  return <ChosenProjectContext value={chosen}>{children}</ChosenProjectContext>;
}

/**
 * Returns which project a link to a record keeps: the chosen one, unless the record is of another. The project of a record may be left out
 * where only what the chosen project has is shown.
 */
export function useKeptProject(): (projectId?: string) => string | undefined {
  const { reference, id } = useContext(ChosenProjectContext);
  // Before the projects are loaded, an id says the same as they will; a name is taken at its word.
  const known = id ?? (reference !== undefined && isId('project', reference) ? reference : undefined);
  return (projectId) => (projectId === undefined || known === undefined || projectId === known ? reference : undefined);
}
