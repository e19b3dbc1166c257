/** What the screen Today shows, as its link says it. Absent means: of all projects. */
export interface TodayView {
  project?: string;
}

/** Reads a view from a link; what is not understood is left out. */
export function readToday(search: Record<string, unknown>): TodayView {
  const { project } = search;
  const [first] = Array.isArray(project) ? project : [project];
  return typeof first === 'string' && first !== '' ? { project: first } : {};
}
