import { overlapOf } from './overlap.ts';
import type { Statement, Tried } from './profile.ts';

/** Minimum overlap of the tasks, unless they are the same. */
const NEAR_TASK = 0.6;
/** Minimum overlap of the statements, unless they are the same. */
const NEAR_STATEMENT = 0.8;
/** Maximum number of opposite statements per pair. */
const MAX_STATEMENTS = 8;

/** Something that one lesson says worked and another says did not. */
export interface Opposition {
  /** The lesson that says it worked. */
  worked: { id: string; text: string };
  didNot: { id: string; text: string };
}

function isSaying(one: Statement, other: Statement): boolean {
  if (one.key === other.key) return true;
  if (one.stems.has('not') !== other.stems.has('not')) return false;
  return overlapOf(one.stems, other.stems) >= NEAR_STATEMENT;
}

function opposed(worked: Tried, didNot: Tried): Opposition[] {
  return worked.statements.whatWorked.flatMap((good) =>
    didNot.statements.whatDidNotWork
      .filter((bad) => isSaying(good, bad))
      .map((bad) => ({ worked: { id: worked.id, text: good.text }, didNot: { id: didNot.id, text: bad.text } })),
  );
}

/** The contradictions between two lessons on the same or nearly the same task. */
export function oppositionsOf(one: Tried, other: Tried): Opposition[] {
  const isNear = one.task.key === other.task.key || overlapOf(one.task.stems, other.task.stems) >= NEAR_TASK;
  return isNear ? [...opposed(one, other), ...opposed(other, one)].slice(0, MAX_STATEMENTS) : [];
}
