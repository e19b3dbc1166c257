/** The kinds of waiting items besides drafts. */
export const WAITING = ['suspects', 'contradictions', 'neglected', 'harmful'] as const;
/** See {@link WAITING}. */
export type Waiting = (typeof WAITING)[number];

/** The tabs besides drafts: what waits, and what agents were shown. */
export const TODAY_TABS = [...WAITING, 'shown'] as const;
/** See {@link TODAY_TABS}. */
export type TodayTab = (typeof TODAY_TABS)[number];

/** The view of the Today screen, as in its link. Absent parts mean: all projects, all drafts, the first item. */
export interface TodayView {
  project?: string;
  /** Filters of the drafts: who added them, and the rule that found them; values are alternatives. */
  source?: string[];
  rule?: string[];
  /** The current draft. */
  draft?: string;
  waiting?: TodayTab;
  /** The current pair or lesson, for the other kinds. */
  at?: string;
}

/** A change of the filters of the drafts; undefined removes one. */
export type DraftPatch = { [K in 'project' | 'source' | 'rule']?: TodayView[K] | undefined };

function texts(value: unknown): string[] {
  return [value].flat().filter((item): item is string => typeof item === 'string' && item !== '');
}

/** Reads a view from a link; what is not understood is ignored. */
export function readToday(search: Readonly<Record<string, unknown>> | TodayView): TodayView {
  const given: Record<string, unknown> = { ...search };
  const one = (name: string) => texts(given[name])[0];
  const [project, draft, at] = [one('project'), one('draft'), one('at')];
  const waiting = TODAY_TABS.find((known) => known === one('waiting'));
  const place = project ? { project } : {};
  if (waiting) return { ...place, waiting, ...(at ? { at } : {}) };
  const filters = (['source', 'rule'] as const)
    .map((name) => [name, texts(given[name])] as const)
    .filter(([, values]) => values.length > 0);
  return { ...place, ...Object.fromEntries(filters), ...(draft ? { draft } : {}) };
}
