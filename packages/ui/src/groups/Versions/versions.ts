import { type Operation, type Reflection, VERSIONED_FIELDS } from '@twicewise/contract';
import { ownExtra } from './value.ts';

type Version = Record<string, unknown> | null;

/** A field as text to compare. What bundles know of a lesson is about all of its versions. */
function comparable(version: Record<string, unknown>, field: string): string {
  const value = version[field] ?? null;
  return JSON.stringify(field === 'extra' ? ownExtra(value) : value);
}

function differs(now: Record<string, unknown>, then: Record<string, unknown>): boolean {
  if (now.deletedAt !== null && then.deletedAt === null) return true;
  return VERSIONED_FIELDS.some((field) => comparable(now, field) !== comparable(then, field));
}

/** What a write did to the lesson; null where it is not told, because the write changed too many records to name them all. */
function ownChanges({ changes, changeCount }: Operation, lessonId: string): Operation['changes'] | null {
  const own = changes.filter(({ entityId }) => entityId === lessonId);
  return own.length === 0 && changeCount > changes.length ? null : own;
}

/**
 * Ids of the writes that left the lesson other than it is now, so that one can go back to what it was after them. The
 * writes are given newest first without a gap. Where one does not tell what it changed, the earlier ones count as other:
 * the preview says it if they are not.
 */
export function earlierVersions(lesson: Reflection, operations: readonly Operation[]): ReadonlySet<string> {
  const found = new Set<string>();
  let then: Version = lesson;
  let isTold = true;
  for (const operation of operations) {
    if (then && (!isTold || differs(lesson, then))) found.add(operation.id);
    const own = ownChanges(operation, lesson.id);
    isTold &&= own !== null;
    for (const { before, after } of own?.toReversed() ?? []) {
      if (!before && !after) return found;
      then = before && after ? { ...then, ...before } : before;
    }
  }
  return found;
}
