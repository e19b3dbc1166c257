/** Times that are offered, in days back from now. */
export const PERIODS = ['30', '90', '365'] as const;
/** See {@link PERIODS}. */
export type Period = (typeof PERIODS)[number];

/** What the screen Insights shows, as its link says it. Absent means: all projects, all of the time. */
export interface InsightsView {
  project?: string;
  days?: Period;
}

function text(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Reads a view from a link; what is not understood is left out. */
export function readInsights(search: Record<string, unknown>): InsightsView {
  const project = text(search.project);
  const days = PERIODS.find((period) => period === String(search.days));
  return { ...(project ? { project } : {}), ...(days ? { days } : {}) };
}
