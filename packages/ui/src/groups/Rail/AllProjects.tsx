import { strings } from '../../strings.ts';

/** Stands in the place of the switcher on screens that are of all projects. */
export function AllProjects() {
  return (
    <p
      title={strings.rail.ofAllProjects}
      className="flex h-8 w-full items-center truncate rounded-sm border border-line px-2 text-ink-3"
    >
      {strings.rail.allProjects}
    </p>
  );
}
