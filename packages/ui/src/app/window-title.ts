import type { Project } from '@twicewise/contract';
import { useEffect } from 'react';
import { projectsApart } from '../data/project-label.ts';
import type { ScreenId } from '../data/screens.ts';
import { strings } from '../strings.ts';

/** Names the browser's tab and the window: the screen, its project if one is chosen, and the product. */
export function useWindowTitle(
  screen: ScreenId | null,
  chosen: Project | undefined,
  projects: readonly Project[],
): void {
  const project = chosen && (projectsApart(projects).find(({ id }) => id === chosen.id) ?? chosen);
  const parts = [screen && strings.rail[screen], project?.name, strings.product];
  const title = parts.filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
