import {
  AppError,
  BUNDLE_EXTRA,
  type Change,
  NOTHING_CHANGED,
  type Reflection,
  VERSIONED_FIELDS,
} from '@twicewise/contract';
import { changesSince, type EntityRecord, type ReadableDb, readRecord, touches } from '@twicewise/store';
import { sameValue } from '../runtime/operation-recorder.ts';
import { requireOperation } from '../undo/reverse.ts';

type Fields = NonNullable<Change['before']>;

function noSuchVersion(reason: 'purged' | undefined, why: string): AppError {
  return new AppError({
    code: 'conflict',
    ...(reason && { reason }),
    message: `There is no version of this lesson to go back to: ${why}`,
    effect: NOTHING_CHANGED,
    hint: 'Look at what was done to it (operation.list with its id as entityId).',
  });
}

/** A record before a change, computed from its state after it. Null: it did not exist. */
function before(change: Change, after: EntityRecord | null): EntityRecord | null {
  if (change.before === null && change.after === null) {
    throw noSuchVersion('purged', 'what it said then was purged, and a purge is final');
  }
  // A creation or removal holds the whole record, an edit only the changed fields.
  return change.before === null || change.after === null ? change.before : { ...after, ...change.before };
}

/** A lesson as it was after an operation: its current state with all later changes reversed, newest first. */
function versionAfter(db: ReadableDb, id: string, operationId: string): EntityRecord {
  const { seq } = requireOperation(db, operationId);
  if (!touches(db, seq, id)) throw noSuchVersion(undefined, 'this operation did not touch it');
  let version = readRecord(db, 'reflection', id);
  for (const change of changesSince(db, id, seq)) version = before(change, version);
  if (version) return version;
  throw noSuchVersion(undefined, 'it was not there after this operation');
}

/** `extra` of another version. The bundle fields apply to all versions of the lesson, so they stay. */
function extraOf(then: unknown, now: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { [BUNDLE_EXTRA]: _, ...own } = (then ?? {}) as Record<string, unknown>;
  return Object.hasOwn(now, BUNDLE_EXTRA) ? { ...own, [BUNDLE_EXTRA]: now[BUNDLE_EXTRA] } : own;
}

/**
 * The fields in which a lesson differs from an earlier version, with current and earlier values. Being in the bin does not count
 * as a difference: nobody reverts in order to delete. Throws `conflict` when there is no such version.
 */
export function revertedFields(
  db: ReadableDb,
  lesson: Reflection,
  operationId: string,
): { before: Fields; after: Fields } {
  const version = versionAfter(db, lesson.id, operationId);
  const then: EntityRecord = { ...version, extra: extraOf(version.extra, lesson.extra) };
  const now: EntityRecord = { ...lesson };
  const differs = (field: string) => !sameValue(now[field], then[field]);
  const fields = VERSIONED_FIELDS.filter(differs);
  if (then.deletedAt === null && differs('deletedAt')) fields.push('deletedAt');
  const of = (record: EntityRecord) =>
    Object.fromEntries(fields.map((field) => [field, record[field] ?? null])) as Fields;
  return { before: of(now), after: of(then) };
}
