import type { Project } from '@twicewise/contract';

type Named = Pick<Project, 'id' | 'name' | 'root'>;

/** The folders that contain a project, nearest first. */
function foldersAround({ root }: Named): string[] {
  return (root ?? '').split(/[/\\]/).filter(Boolean).toReversed().slice(1);
}

/** At most this many of the folders that contain it, in the order of a path. */
const around = (project: Named, most: number) => foldersAround(project).slice(0, most).toReversed().join('/');

/** The smallest number of folders that distinguishes the projects; projects without folders stay alike. */
function depthFor(alike: readonly Named[]): number {
  const deepest = Math.max(...alike.map((project) => foldersAround(project).length));
  for (let depth = 1; depth < deepest; depth++) {
    if (new Set(alike.map((project) => around(project, depth))).size === alike.length) return depth;
  }
  return deepest;
}

/** Projects by names that tell them apart. */
export function projectsApart<P extends Named>(projects: readonly P[]): P[] {
  const places = projectPlaces(projects);
  return projects.map((project) => {
    const place = places.get(project.id);
    return place ? { ...project, name: `${project.name} · ${place}` } : project;
  });
}

/** What distinguishes a project from others of the same name: the folders that contain it. Absent where the name is enough. */
export function projectPlaces(projects: readonly Named[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const alike of Map.groupBy(projects, ({ name }) => name).values()) {
    if (alike.length === 1) continue;
    const depth = depthFor(alike);
    for (const project of alike) places.set(project.id, around(project, depth));
  }
  return places;
}
