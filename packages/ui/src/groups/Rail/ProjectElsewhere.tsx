import { strings } from '../../strings.ts';

/** Stands in the place of the switcher on screens that are of all projects: what the other screens show, and the rail counts. */
export function ProjectElsewhere({ project }: { project: string | undefined }) {
  const { ofAllProjects, othersShow, allProjects } = strings.rail;
  const said = project === undefined ? ofAllProjects : `${ofAllProjects} ${othersShow(project)}`;
  return (
    <p title={said} className="flex h-8 w-full items-center rounded-sm border border-line px-2 text-ink-3">
      <span className="sr-only">{said}</span>
      <span aria-hidden className="truncate">
        {project ?? allProjects}
      </span>
    </p>
  );
}
