import type { LessonGrouping } from '@twicewise/contract';
import { textIn, textsIn } from './link-parts.ts';

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
  /** Filters of the drafts: their projects, which are not the project of the window, who added them, and the rule that found them; values are alternatives. */
  projects?: string[];
  source?: string[];
  rule?: string[];
  /** What the drafts are grouped by. */
  group?: LessonGrouping;
  /** The current draft. */
  draft?: string;
  waiting?: TodayTab;
  /** The current pair or lesson, for the other kinds. */
  at?: string;
}

/** A change of the filters of the drafts; undefined removes one. */
export type DraftPatch = { [K in 'projects' | 'source' | 'rule' | 'group']?: TodayView[K] | undefined };

/** What drafts can be grouped by, in the order of display. */
export const GROUPINGS = ['project', 'source', 'rule'] as const satisfies LessonGrouping[];

/** Reads a view from a link; what is not understood is ignored. */
export function readToday(search: Readonly<Record<string, unknown>> | TodayView): TodayView {
  const given: Record<string, unknown> = { ...search };
  const one = (name: string) => textIn(given[name]);
  const [project, draft, at] = [one('project'), one('draft'), one('at')];
  const waiting = TODAY_TABS.find((known) => known === one('waiting'));
  const place = project ? { project } : {};
  // Within one project there is nothing to choose from.
  const names = project ? (['source', 'rule'] as const) : (['projects', 'source', 'rule'] as const);
  const group = GROUPINGS.find((known) => known === one('group') && !(project && known === 'project'));
  const filters = names.map((name) => [name, textsIn(given[name])] as const).filter(([, values]) => values.length > 0);
  // Filters of the drafts stay while another tab is shown, so that they are as they were when one comes back.
  const shown = { ...Object.fromEntries(filters), ...(group ? { group } : {}) };
  if (waiting) return { ...place, ...shown, waiting, ...(at ? { at } : {}) };
  return { ...place, ...shown, ...(draft ? { draft } : {}) };
}
