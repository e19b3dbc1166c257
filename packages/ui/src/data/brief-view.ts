import { textIn } from './link-parts.ts';
import type { BriefRequest } from './queries/search.ts';

/** Budgets to choose from, in tokens. */
export const BUDGETS = [400, 800, 1600] as const;
/** The budget of an agent that names none, in tokens. */
const USUAL = 800;

/** The view of the Brief screen, as in its link. */
export interface BriefView {
  task?: string;
  project?: string;
  budget?: (typeof BUDGETS)[number];
}

/** Maximum task in a link. */
export const MAX_TASK = 4000;

/** Reads a view from a link; parts that are not understood are ignored. */
export function readBrief(search: Record<string, unknown>): BriefView {
  const task = textIn(search.task)?.slice(0, MAX_TASK);
  const project = textIn(search.project);
  const budget = BUDGETS.find((offered) => String(offered) === String(search.budget) && offered !== USUAL);
  return { ...(task ? { task } : {}), ...(project ? { project } : {}), ...(budget ? { budget } : {}) };
}

/** The budget of a view. */
export function budgetOf({ budget = USUAL }: BriefView): (typeof BUDGETS)[number] {
  return budget;
}

/** The request for the host; null while there is no task. */
export function toBrief(view: BriefView): BriefRequest | null {
  const task = view.task?.trim();
  if (!task) return null;
  return { task, budget: budgetOf(view), ...(view.project ? { projectId: view.project } : {}) };
}
