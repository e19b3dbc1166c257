/** What the screen Today shows, as its link says it. Absent means: of all projects; the first draft. */
export interface TodayView {
  project?: string;
  /** The draft that is decided next. */
  draft?: string;
}

function text(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Reads a view from a link; what is not understood is left out. */
export function readToday(search: Record<string, unknown>): TodayView {
  const [project, draft] = [text(search.project), text(search.draft)];
  return { ...(project ? { project } : {}), ...(draft ? { draft } : {}) };
}
