/** What one step can undo: one write, or everything that one job wrote. */
export type Target = { operationId: string } | { jobId: string };

/** One action of this window. */
export interface Step {
  target: Target;
  /** The message shown when it was done, such as "Pinned: Fix the login". */
  what: string;
}

/** The actions of this window, and those that were undone; the last of each is next. */
export interface UndoStack {
  past: readonly Step[];
  future: readonly Step[];
}

/** Nothing done yet. */
export const EMPTY: UndoStack = { past: [], future: [] };

/** The number of steps kept; older ones can still be undone in the history of each record. */
const DEPTH = 200;

/** Adds a step; after a new action there is nothing left to redo. */
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

/** Removes a step that can no longer be undone, because somebody else undid it. */
export function forget(stack: UndoStack, step: Step): UndoStack {
  return { past: without(stack.past, step), future: without(stack.future, step) };
}
