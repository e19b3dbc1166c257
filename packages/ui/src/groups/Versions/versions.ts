import { type Operation, type Reflection, VERSIONED_FIELDS } from '@twicewise/contract';
import { ownExtra } from './value.ts';

type Version = Record<string, unknown> | null;

/** A field as text to compare, without a bundle's own data, which concerns all versions of a lesson. */
function comparable(version: Record<string, unknown>, field: string): string {
  const value = version[field] ?? null;
  return JSON.stringify(field === 'extra' ? ownExtra(value) : value);
}

function differs(now: Record<string, unknown>, then: Record<string, unknown>): boolean {
  if (now.deletedAt !== null && then.deletedAt === null) return true;
  return VERSIONED_FIELDS.some((field) => comparable(now, field) !== comparable(then, field));
}

/** What a write changed in the lesson; null if that is unknown, because the write changed too many records to list them all. */
function ownChanges({ changes, changeCount }: Operation, lessonId: string): Operation['changes'] | null {
  const own = changes.filter(({ entityId }) => entityId === lessonId);
  return own.length === 0 && changeCount > changes.length ? null : own;
}

/**
 * The ids of writes after which the lesson differed from now, so that one can go back to them. `operations` are given newest
 * first without gaps. If a write does not list its changes, the earlier ones count as different; the preview shows it if they are
 * not.
 */
export function earlierVersions(lesson: Reflection, operations: readonly Operation[]): ReadonlySet<string> {
  const found = new Set<string>();
  let then: Version = lesson;
  let isListed = true;
  for (const operation of operations) {
    if (then && (!isListed || differs(lesson, then))) found.add(operation.id);
    const own = ownChanges(operation, lesson.id);
    isListed &&= own !== null;
    for (const { before, after } of own?.toReversed() ?? []) {
      if (!before && !after) return found;
      then = before && after ? { ...then, ...before } : before;
    }
  }
  return found;
}

/** A lesson as it was after a write. */
export interface KnownVersion {
  operation: Operation;
  content: Record<string, unknown>;
}

/**
 * The versions of a lesson whose whole content is known, newest first: as far back as every write lists its changes. A write after
 * which there was no lesson makes no version. `operations` are given newest first without gaps.
 */
export function knownVersions(lesson: Reflection, operations: readonly Operation[]): KnownVersion[] {
  const found: KnownVersion[] = [];
  let then: Version = lesson;
  for (const operation of operations) {
    const own = ownChanges(operation, lesson.id);
    if (own === null) break;
    if (then && own.length > 0) found.push({ operation, content: then });
    for (const { before, after } of own.toReversed()) {
      if (!before && !after) return found;
      then = before && after ? { ...then, ...before } : before;
    }
  }
  return found;
}
