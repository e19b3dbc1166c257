import clsx from 'clsx';
import type { ReactNode } from 'react';
import { stringifySearch } from '../../data/lessons-view.ts';
import { LINK_LOOK } from '../../elements/TextLink/TextLink.tsx';
import { useKeptProject } from '../../state/chosen-project.tsx';

interface SessionLinkProps {
  /** The id of its log, or of the session itself where nothing is recorded of it. */
  episodeId: string;
  /** Its project, where what is around the link may be of several though one is chosen. */
  projectId?: string;
  title?: string;
  className?: string;
  children: ReactNode;
}

const LOOK = clsx('inline-block min-h-6 min-w-6 wrap-anywhere', LINK_LOOK);
/** For a place of one line, which cuts the link itself. */
export const CUT_LINK = clsx('block truncate', LINK_LOOK);

/** A link to the screen of a session, in the chosen project if the session is of it. */
export function SessionLink({ episodeId, projectId, title, className = LOOK, children }: SessionLinkProps) {
  const project = useKeptProject()(projectId);
  return (
    <a href={`#/sessions${stringifySearch({ project, episode: episodeId })}`} {...{ title, className }}>
      {children}
    </a>
  );
}
