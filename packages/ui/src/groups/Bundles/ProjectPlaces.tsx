import type { OutputOf, Project } from '@twicewise/contract';
import { projectsApart } from '../../data/project-label.ts';
import { Select } from '../../elements/TextField/TextField.tsx';
import { bundles } from '../../strings/bundles.ts';

const words = bundles.toImport;

type Place = OutputOf<'bundle.preview'>['projects'][number];

interface ProjectPlacesProps {
  /** The destinations according to what was chosen. */
  places: readonly Place[];
  /** The destinations if nothing was chosen. */
  found: readonly Place[];
  projects: readonly Project[];
  /** The number of projects in the bundle. */
  total: number;
  /** `into` is null for a new project. */
  onChoose: (id: string, into: string | null) => void;
}

interface OnePlaceProps extends Pick<ProjectPlacesProps, 'projects' | 'onChoose'> {
  place: Place;
  /** The default destination. */
  usual: Place | undefined;
}

function OnePlace({ place, usual, projects, onChoose }: OnePlaceProps) {
  const { id, name, into, because } = place;
  const isUsual = usual !== undefined && usual.into === into;
  const unlisted = [into, usual?.into ?? null].filter(
    (known, at, all) => known !== null && all.indexOf(known) === at && !projects.some((one) => one.id === known),
  );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-line border-t py-1.5 sm:grid-cols-[minmax(0,1fr)_14rem_9rem]">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <Select
        aria-label={words.goesTo(name)}
        value={into ?? ''}
        onChange={({ target }) => onChoose(id, target.value === '' ? null : target.value)}
      >
        {/* What is here under its own id cannot be made once more. */}
        {usual?.because !== 'same id' && <option value="">{words.newProject}</option>}
        {unlisted.map((known) => (
          <option key={known} value={known ?? ''}>
            {known}
          </option>
        ))}
        {projectsApart(projects).map((project) => (
          <option key={project.id} value={project.id}>
            {project.name}
          </option>
        ))}
      </Select>
      <span className="text-ink-2 text-small">{words.because(isUsual ? usual.because : because)}</span>
    </li>
  );
}

/** The destination of each project in a bundle, with a choice. Projects that exist here already seldom need one. */
export function ProjectPlaces({ places, found, projects, total, onChoose }: ProjectPlacesProps) {
  const usualOf = ({ id }: Place) => found.find((place) => place.id === id);
  const isHere = (place: Place) => usualOf(place)?.because === 'same id';
  const list = (some: readonly Place[]) =>
    some.map((place) => (
      <OnePlace key={place.id} place={place} usual={usualOf(place)} projects={projects} onChoose={onChoose} />
    ));
  const here = places.filter(isHere);
  const others = places.filter((place) => !isHere(place));
  return (
    <>
      {others.length > 0 && (
        <ul aria-label={words.projects} className="max-h-60 overflow-y-auto border-line border-b">
          {list(others)}
        </ul>
      )}
      {here.length > 0 && (
        <details>
          <summary className="min-h-6 text-ink-2">{words.projectsHere(here.length)}</summary>
          <ul className="mt-1 max-h-60 overflow-y-auto border-line border-b">{list(here)}</ul>
        </details>
      )}
      {total > places.length && <p className="text-ink-2 text-small">{words.moreProjects(total - places.length)}</p>}
    </>
  );
}
