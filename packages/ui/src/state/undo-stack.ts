import type { Operation } from '@twicewise/contract';

/**
 * What one step can undo: one write, everything that one job wrote, or the restore of a backup, by the backup that it made of what
 * was there before.
 */
export type Target = { operationId: string } | { jobId: string } | { backup: string };

/** One action of this window. */
export interface Step {
  target: Target;
  /** The message shown when it was done, such as "Pinned: Fix the login". */
  what: string;
}

/** The step that undoes a write; one of a job is undone together with the other writes of that job. */
export function stepOf({ id, jobId, summary }: Pick<Operation, 'id' | 'jobId' | 'summary'>): Step {
  return { target: jobId === null ? { operationId: id } : { jobId }, what: summary };
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

function key(target: Target): string {
  if ('backup' in target) return target.backup;
  return 'jobId' in target ? target.jobId : target.operationId;
}

const without = (steps: readonly Step[], step: Step) => steps.filter((other) => key(other.target) !== key(step.target));

/** Moves a step to the undone ones. */
export function undid(stack: UndoStack, step: Step): UndoStack {
  return { past: without(stack.past, step), future: [...without(stack.future, step), step] };
}

/** Moves a step back to the done ones. */
export function redid(stack: UndoStack, step: Step): UndoStack {
  return { past: [...without(stack.past, step), step], future: without(stack.future, step) };
}

/** Removes a step that can no longer be undone, or redone, because somebody else did so. */
export function forget(stack: UndoStack, side: keyof UndoStack, step: Step): UndoStack {
  return { ...stack, [side]: without(stack[side], step) };
}

/** The stack after the memory was replaced as a whole: its only step leads back. Writes made before are not in this memory. */
export function replaced(step: Step | null, undoing = false): UndoStack {
  const steps = step ? [step] : [];
  return undoing ? { past: [], future: steps } : { past: steps, future: [] };
}
