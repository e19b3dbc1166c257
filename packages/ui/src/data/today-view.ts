/** The kinds of waiting items besides drafts. */
export const WAITING = ['suspects', 'contradictions', 'neglected', 'harmful'] as const;
/** See {@link WAITING}. */
export type Waiting = (typeof WAITING)[number];

/** The view of the Today screen, as in its link. Absent parts mean: all projects, drafts, the first item. */
export interface TodayView {
  project?: string;
  /** The current draft. */
  draft?: string;
  waiting?: Waiting;
  /** The current pair or lesson, for the other kinds. */
  at?: string;
}

function text(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Reads a view from a link; what is not understood is ignored. */
export function readToday(search: Record<string, unknown>): TodayView {
  const [project, draft, at] = [text(search.project), text(search.draft), text(search.at)];
  const waiting = WAITING.find((known) => known === text(search.waiting));
  return {
    ...(project ? { project } : {}),
    ...(waiting ? { waiting, ...(at ? { at } : {}) } : draft ? { draft } : {}),
  };
}
