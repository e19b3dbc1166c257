/** What waits for a decision besides drafts. */
export const WAITING = ['suspects', 'contradictions', 'neglected', 'harmful'] as const;
/** See {@link WAITING}. */
export type Waiting = (typeof WAITING)[number];

/** What the screen Today shows, as its link says it. Absent means: of all projects; drafts; the first one. */
export interface TodayView {
  project?: string;
  /** The draft that is decided next. */
  draft?: string;
  waiting?: Waiting;
  /** The pair or lesson that is decided next, where these wait. */
  at?: string;
}

function text(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Reads a view from a link; what is not understood is left out. */
export function readToday(search: Record<string, unknown>): TodayView {
  const [project, draft, at] = [text(search.project), text(search.draft), text(search.at)];
  const waiting = WAITING.find((known) => known === text(search.waiting));
  return {
    ...(project ? { project } : {}),
    ...(waiting ? { waiting, ...(at ? { at } : {}) } : draft ? { draft } : {}),
  };
}
