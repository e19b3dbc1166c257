import type { Project } from '@twicewise/contract';
import { ChevronsUpDown } from 'lucide-react';
import { projectPlaces, projectsApart } from '../../data/project-label.ts';
import { projectMeant } from '../../data/queries/projects.ts';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../elements/Menu/Menu.tsx';
import { count, strings } from '../../strings.ts';
import { ProjectElsewhere } from './ProjectElsewhere.tsx';

interface ProjectSwitcherProps {
  projects: readonly Project[];
  current: string | undefined;
  /** True on a screen that is of all projects, where none can be chosen. */
  isOff: boolean;
  /** Undefined: all projects. */
  onChoose: (project: string | undefined) => void;
  /** Actions on the chosen project. */
  onRename: () => void;
  onChecks: () => void;
  onMerge: () => void;
}

function Count({ value }: { value: number }) {
  return <span className="pl-3 font-mono text-ink-3 text-micro">{count(value)}</span>;
}

/** The place of a project, shown when another has the same name. */
function Place({ of }: { of: string | undefined }) {
  return of ? <span className="text-ink-3 text-small">{of}</span> : null;
}

/** Chooses the project that the lists show. */
export function ProjectSwitcher(props: ProjectSwitcherProps) {
  const { projects, current, isOff, onChoose, onRename, onChecks, onMerge } = props;
  const chosen = projectMeant(projects, current);
  const places = projectPlaces(projects);
  const project = projectsApart(projects).find(({ id }) => id === chosen?.id)?.name ?? current;
  if (isOff) return <ProjectElsewhere project={project} />;
  const name = project ?? strings.rail.allProjects;
  const trigger = (
    <button
      type="button"
      title={name}
      className="flex h-8 w-full min-w-0 items-center gap-1 rounded-sm border border-line-strong bg-raised px-2 text-left hover:border-control"
    >
      <span className="sr-only">{strings.rail.project}</span>
      <span className="grow truncate font-medium">{name}</span>
      <ChevronsUpDown size={13} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  );
  return (
    <Menu trigger={trigger} label={strings.rail.project}>
      <MenuChoice checked={current === undefined} onSelect={() => onChoose(undefined)}>
        {strings.rail.allProjects}
      </MenuChoice>
      {projects.length > 0 && <MenuLine />}
      {projects.map((project) => (
        <MenuChoice
          key={project.id}
          checked={project === chosen}
          hint={<Count value={project.reflections} />}
          onSelect={() => onChoose(project.id)}
        >
          {project.name} <Place of={places.get(project.id)} />
        </MenuChoice>
      ))}
      {chosen && <MenuLine />}
      {chosen && <MenuItem onSelect={onRename}>{strings.project.rename}</MenuItem>}
      {chosen && <MenuItem onSelect={onChecks}>{strings.project.checks}</MenuItem>}
      {chosen && projects.length > 1 && <MenuItem onSelect={onMerge}>{strings.project.merge}</MenuItem>}
    </Menu>
  );
}
