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

function isNear(one: Statement, other: Statement, overlap: number): boolean {
  if (one.key === other.key) return true;
  return overlapOf(one.stems, other.stems, [one.weight, other.weight]) >= overlap;
}

function isSaying(one: Statement, other: Statement): boolean {
  if (one.stems.has('not') !== other.stems.has('not')) return false;
  return isNear(one, other, NEAR_STATEMENT);
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
  if (!isNear(one.task, other.task, NEAR_TASK)) return [];
  return [...opposed(one, other), ...opposed(other, one)].slice(0, MAX_STATEMENTS);
}
