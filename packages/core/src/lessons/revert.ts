import { AppError, BUNDLE_EXTRA, type Change, type Reflection, VERSIONED_FIELDS } from '@twicewise/contract';
import { changesSince, type EntityRecord, type ReadableDb, readRecord, touches } from '@twicewise/store';
import { sameValue } from '../runtime/operation-recorder.ts';
import { requireOperation } from '../undo/reverse.ts';

type Fields = NonNullable<Change['before']>;

function noSuchVersion(reason: 'purged' | undefined, why: string): AppError {
  return new AppError({
    code: 'conflict',
    ...(reason && { reason }),
    message: `There is no version of this lesson to go back to: ${why}; nothing was changed.`,
    hint: 'operation.list with its id as entityId shows what was done to it.',
  });
}

/** A record as it was before a change, from how it was after it. Null: it was not there. */
function before(change: Change, after: EntityRecord | null): EntityRecord | null {
  if (change.before === null && change.after === null) {
    throw noSuchVersion('purged', 'what it said then was purged, and a purge is final');
  }
  // What was removed is remembered whole, what was edited by the fields that the edit changed.
  return change.before === null || change.after === null ? change.before : { ...after, ...change.before };
}

/** A lesson as it was after an operation: as it is now, with everything done since taken back, the newest first. */
function versionAfter(db: ReadableDb, id: string, operationId: string): EntityRecord {
  const { seq } = requireOperation(db, operationId);
  if (!touches(db, seq, id)) throw noSuchVersion(undefined, 'this operation did not touch it');
  let version = readRecord(db, 'reflection', id);
  for (const change of changesSince(db, id, seq)) version = before(change, version);
  if (version) return version;
  throw noSuchVersion(undefined, 'it was not there after this operation');
}

/** Extra data of another version. What bundles know of the lesson is about all of its versions, so it stays. */
function extraOf(then: unknown, now: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { [BUNDLE_EXTRA]: _, ...own } = (then ?? {}) as Record<string, unknown>;
  return Object.hasOwn(now, BUNDLE_EXTRA) ? { ...own, [BUNDLE_EXTRA]: now[BUNDLE_EXTRA] } : own;
}

/**
 * The fields in which a lesson differs from what it was after an operation: as they are, and as they were. Nobody goes back
 * to put a lesson into the bin, so that it was there then is no difference. Throws `conflict` when there is no such version.
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
