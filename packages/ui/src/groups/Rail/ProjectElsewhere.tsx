import { strings } from '../../strings.ts';

/** Stands in the place of the switcher on screens that are of all projects: what the other screens show, and the rail counts. */
export function ProjectElsewhere({ name }: { name: string }) {
  return (
    <p
      title={strings.rail.elsewhere(name)}
      className="flex h-8 w-full items-center rounded-sm border border-line px-2 text-ink-3"
    >
      <span className="sr-only">{strings.rail.project}</span>
      <span className="truncate">{name}</span>
    </p>
  );
}
