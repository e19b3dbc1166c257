import { type Operation, type Reflection, reflectionContent } from '@twicewise/contract';

type Version = Record<string, unknown> | null;

/** What a version is made of; see `reflection.revert`. */
const VERSIONED = [...Object.keys(reflectionContent), 'extra', 'outcomeSource', 'originalOutcome', 'state', 'pinned'];

function differs(now: Record<string, unknown>, then: Record<string, unknown>): boolean {
  if (now.deletedAt !== null && then.deletedAt === null) return true;
  return VERSIONED.some((field) => JSON.stringify(now[field] ?? null) !== JSON.stringify(then[field] ?? null));
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
