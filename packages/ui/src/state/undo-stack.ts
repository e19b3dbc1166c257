/** What can be taken back in one step: one write, or everything one job wrote. */
export type Target = { operationId: string } | { jobId: string };

/** One thing this window did. */
export interface Step {
  target: Target;
  /** As it was said when it was done, such as "Pinned: Fix the login". */
  what: string;
}

/** What this window did, and what of it was undone; the last of each is next. */
export interface UndoStack {
  past: readonly Step[];
  future: readonly Step[];
}

/** Nothing done yet. */
export const EMPTY: UndoStack = { past: [], future: [] };

/** Older steps stay reachable through the history of each record. */
const DEPTH = 200;

/** After something new there is nothing left to redo. */
export function did(stack: UndoStack, step: Step): UndoStack {
  return { past: [...stack.past, step].slice(-DEPTH), future: [] };
}

const key = (target: Target) => ('jobId' in target ? target.jobId : target.operationId);
const without = (steps: readonly Step[], step: Step) => steps.filter((other) => key(other.target) !== key(step.target));

/** Moves a step to the undone ones. */
export function undid(stack: UndoStack, step: Step): UndoStack {
  return { past: without(stack.past, step), future: [...without(stack.future, step), step] };
}

/** Moves a step back to the done ones. */
export function redid(stack: UndoStack, step: Step): UndoStack {
  return { past: [...without(stack.past, step), step], future: without(stack.future, step) };
}

/** Forgets a step that cannot be taken back any more, because somebody else has undone it. */
export function forget(stack: UndoStack, step: Step): UndoStack {
  return { past: without(stack.past, step), future: without(stack.future, step) };
}
