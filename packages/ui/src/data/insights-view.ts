import { textIn } from './link-parts.ts';

/** Periods to choose from, in days before now. */
export const PERIODS = ['30', '90', '365'] as const;
/** See {@link PERIODS}. */
export type Period = (typeof PERIODS)[number];

/** The view of the Insights screen, as in its link. Absent parts mean: all projects, all time. */
export interface InsightsView {
  project?: string;
  days?: Period;
  /** The figure to show; the screen takes it out of the link once it is shown. */
  part?: string;
}

/** Reads a view from a link; parts that are not understood are ignored. */
export function readInsights(search: Record<string, unknown>): InsightsView {
  const project = textIn(search.project);
  const days = PERIODS.find((period) => period === String(search.days));
  const part = textIn(search.part);
  return { ...(project ? { project } : {}), ...(days ? { days } : {}), ...(part ? { part } : {}) };
}
