import {
  AppError,
  BOOKKEEPING,
  type Caller,
  type Change,
  DERIVED_FIELD,
  isMadeByMention,
  NOTHING_CHANGED,
  type Operation,
} from '@twicewise/contract';
import {
  bringAccountBack,
  chainOf,
  changesOf,
  type EntityRecord,
  getOperation,
  isInUse,
  type Link,
  type OwnerKind,
  putAccountAside,
  type ReadableDb,
  readRecord,
  reclaimExposures,
  releaseExposures,
  standingReversal,
} from '@twicewise/store';
import { type Content, contentHash } from '../runtime/content-hash.ts';
import type { WriteContext } from '../runtime/context.ts';
import { type OperationRecorder, sameValue } from '../runtime/operation-recorder.ts';
import { refuseDeedOfPerson, refuseGuarded } from '../runtime/person-only.ts';
import { type Kept, whyKept } from './kept.ts';

function changedSince(entity: string, id: string): AppError {
  return new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: `The ${entity} ${id} was changed since by something else`,
    effect: NOTHING_CHANGED,
    hint: 'Undo the later changes first (operation.list with entityId shows them), or edit it by hand.',
  });
}

/** The records and the ways to change them: either the memory itself or a {@link Rehearsal}. */
export interface Ground {
  read(entity: Change['entity'], id: string): EntityRecord | null;
  readonly record: Pick<OperationRecorder, 'create' | 'update' | 'restore' | 'remove'>;
  isInUse(kind: OwnerKind, id: string): boolean;
  /** Called when a lesson was removed or restored: what was shown before it goes and comes with it. */
  lessonGone(lessonId: string): void;
  lessonBack(lessonId: string): void;
  /** Called when a source was removed or restored: what it says that agents were shown goes and comes with it. */
  sourceGone(sourceId: string): void;
  sourceBack(sourceId: string): void;
}

function memoryGround({ db, record }: WriteContext): Ground {
  return {
    record,
    read: (entity, id) => readRecord(db, entity, id),
    isInUse: (kind, id) => isInUse(db, kind, id),
    lessonGone: (id) => releaseExposures(db, id),
    lessonBack: (id) => reclaimExposures(db, id),
    sourceGone: (id) => putAccountAside(db, id),
    sourceBack: (id) => bringAccountBack(db, id),
  };
}

/** Undoes the creation of a record. Returns true when the record had to stay. */
function reverseCreation(context: Ground, change: Change, after: EntityRecord): boolean {
  const current = context.read(change.entity, change.entityId);
  if (!current) return false;
  const { entity, entityId: id } = change;
  const changed = current.revision !== after.revision;
  if (isMadeByMention(entity)) {
    if (changed || context.isInUse(entity, id)) return true;
  } else if (changed) throw changedSince(entity, id);
  context.record.remove(entity, id);
  if (entity === 'reflection') context.lessonGone(id);
  if (entity === 'source') context.sourceGone(id);
  return false;
}

/**
 * Undoes a change of fields. If the record has not changed since, it is restored exactly, bookkeeping included. Otherwise only
 * these fields are restored, and only if each still has the value that this change set.
 */
function reverseUpdate(context: Ground, change: Change, before: EntityRecord, after: EntityRecord): void {
  const current = context.read(change.entity, change.entityId);
  if (!current) throw changedSince(change.entity, change.entityId);
  if (current.revision === after.revision) {
    unlessTaken(change, () => context.record.restore(change.entity, change.entityId, before));
    return;
  }
  const fields = Object.keys(after).filter((field) => !BOOKKEEPING.has(field) && field !== DERIVED_FIELD);
  if (!fields.every((field) => sameValue(current[field], after[field]))) {
    throw changedSince(change.entity, change.entityId);
  }
  const restored = Object.fromEntries(fields.map((field) => [field, before[field]]));
  const derived =
    DERIVED_FIELD in after ? { [DERIVED_FIELD]: contentHash({ ...(current as unknown as Content), ...restored }) } : {};
  unlessTaken(change, () => context.record.update(change.entity, change.entityId, { ...restored, ...derived }));
}

function reverseRemoval(context: Ground, change: Change, before: EntityRecord): void {
  const key = change.entity === 'setting' ? before.key : before.id;
  unlessTaken(change, () => context.record.create(change.entity, String(key), before));
  if (change.entity === 'reflection') context.lessonBack(change.entityId);
  if (change.entity === 'source') context.sourceBack(change.entityId);
}

/** Reports a conflict when another record has taken the unique value (name, native id) that this one needs. */
function unlessTaken(change: Change, restore: () => void): void {
  try {
    restore();
  } catch (error) {
    const code = error instanceof Error ? String((error as Error & { code?: string }).code) : '';
    if (!code.startsWith('SQLITE_CONSTRAINT')) throw error;
    throw cannotComeBack(change, code === 'SQLITE_CONSTRAINT_FOREIGNKEY', error);
  }
}

function cannotComeBack(change: Change, isOrphan: boolean, cause: unknown): AppError {
  const why = isOrphan ? 'what it belongs to was removed' : 'another one has taken its place';
  return new AppError(
    {
      code: 'conflict',
      reason: 'in_use',
      message: `The ${change.entity} ${change.entityId} cannot come back: ${why}`,
      effect: NOTHING_CHANGED,
      hint: isOrphan ? 'Redo the making of that one first.' : 'Remove or rename the other one first.',
    },
    { cause },
  );
}

function purged({ entity, entityId }: Change): AppError {
  return new AppError({
    code: 'conflict',
    reason: 'purged',
    message: `The ${entity} ${entityId} was purged: nothing is left to undo this with`,
    effect: ', and nothing was changed.',
    hint: 'A purge is final. A backup from before it may hold the record (backup.list).',
  });
}

/** Refuses changes that can never be reversed, whatever the current records. */
function refuseFinal(caller: Caller, changes: readonly Change[]): void {
  const settings = changes.filter(({ entity }) => entity === 'setting');
  refuseGuarded(
    caller,
    settings.map(({ entityId }) => entityId),
  );
  const gone = changes.find(({ before, after }) => before === null && after === null);
  if (gone) throw purged(gone);
}

/** Reverses one change. Returns true when the record it created had to stay. */
function reverseChange(ground: Ground, change: Change): boolean {
  if (change.before === null && change.after !== null) return reverseCreation(ground, change, change.after);
  if (change.before !== null && change.after === null) reverseRemoval(ground, change, change.before);
  else if (change.before !== null && change.after !== null) {
    reverseUpdate(ground, change, change.before, change.after);
  }
  return false;
}

/** Reverses all changes, last first, or throws. Returns the created records that stay because others use them. */
function reverseAll(ground: Ground, caller: Caller, changes: readonly Change[]): Kept[] {
  refuseFinal(caller, changes);
  return changes
    .toReversed()
    .filter((change) => reverseChange(ground, change))
    .map(({ entity, entityId }) => ({ entity, id: entityId, why: 'in_use' }));
}

/**
 * Reverses the changes that can be reversed, last first, and returns those it left. Each change is a single statement, so none is
 * half reversed. Changes of spared records are skipped, so that such a record stays as it is.
 */
function reverseSome(ground: Ground, caller: Caller, changes: readonly Change[], spared: ReadonlySet<string>): Kept[] {
  const kept: Kept[] = [];
  for (const change of changes.toReversed()) {
    const { entity, entityId: id } = change;
    if (spared.has(id)) continue;
    try {
      refuseFinal(caller, [change]);
      if (reverseChange(ground, change)) kept.push({ entity, id, why: 'in_use' });
    } catch (error) {
      kept.push({ entity, id, why: whyKept(error) });
    }
  }
  return kept;
}

/** Finds an operation. Throws `not_found`. */
export function requireOperation(db: ReadableDb, id: string): Operation {
  const found = getOperation(db, id);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: `There is no operation with the id ${id}.`,
    hint: 'Name one of those there are (operation.list).',
  });
}

/** Refuses to undo what is already undone, and to redo what is not undone. */
function refuseIdle(operation: Operation, isReversed: boolean, verb: 'undo' | 'redo'): void {
  if (verb === 'undo' && isReversed) {
    throw new AppError({
      code: 'conflict',
      reason: 'already_undone',
      message: 'This operation was undone already.',
      hint: 'To do it again, redo it (operation.redo).',
    });
  }
  // Redo accepts an undone operation or the undo itself.
  if (verb === 'redo' && isReversed === (operation.kind === 'undo')) {
    throw new AppError({
      code: 'conflict',
      reason: 'nothing_to_do',
      message: 'This operation stands, so there is nothing to redo.',
      hint: 'Look at what was undone (operation.list).',
    });
  }
}

/** True when a record is exactly as this change left it. */
function isAsLeft(ground: Ground, change: Change): boolean {
  const current = ground.read(change.entity, change.entityId);
  if (change.after === null) return current === null;
  if (change.before === null && isMadeByMention(change.entity)) return true;
  return current !== null && current.revision === change.after.revision;
}

/**
 * The changes to reverse: those of the last reversal in the chain, or of an earlier one that did the same, if all records are as
 * that one left them (then they are restored exactly). A redo restores only what its undo removed. What the undo left in place,
 * because others used it, still counts as created by the first operation.
 */
function changesToReverse(db: ReadableDb, ground: Ground, chain: readonly Link[], last: Link): Change[] {
  const [first] = chain;
  const same = chain.filter((link) => (link.kind === 'undo') === (last.kind === 'undo')).toReversed();
  const candidates = same.length > 1 ? same.map((link) => changesOf(db, link.seq)) : [];
  const changes = candidates.find((one) => one.every((change) => isAsLeft(ground, change))) ?? changesOf(db, last.seq);
  if (last.kind !== 'redo' || first?.kind !== 'do') return changes;
  return [...leftBy(changes, changesOf(db, first.seq)), ...changes];
}

/** Changes that were made but are not among those to reverse, because an earlier undo had to leave them. */
function leftBy(changes: readonly Change[], done: readonly Change[]): Change[] {
  const own = new Set(changes.map((change) => change.entityId));
  return done.filter(({ entityId }) => !own.has(entityId));
}

/** The error when others use everything that an operation created, so that nothing can be reversed. */
export function nothingLeft(): AppError {
  return new AppError({
    code: 'conflict',
    reason: 'nothing_to_do',
    message: 'There is nothing left of this operation to undo: what it made is used by others.',
    hint: 'Undo the later operations first.',
  });
}

/** Simulates a reversal on a {@link Ground} that is not the memory. Throws the same conflict as the real reversal. */
export function rehearse(db: ReadableDb, ground: Ground, caller: Caller, chain: readonly Link[], last: Link): void {
  refuseDeedOfPerson(caller, db, last.id);
  reverseAll(ground, caller, changesToReverse(db, ground, chain, last));
}

/** Logs a reversal. Returns null when nothing had to change. `reverses` is null for what an earlier undo had to leave. */
function finish(
  { record }: WriteContext,
  operation: Operation,
  verb: 'undo' | 'redo',
  { kind, jobId, reverses }: { kind: 'undo' | 'redo'; jobId: string | null; reverses: number | null },
): string | null {
  return record.finish({
    name: `operation.${verb}`,
    kind,
    summary: `${kind === 'undo' ? 'Undid' : 'Redid'}: ${operation.summary.replace(/^(Undid|Redid): /, '')}`,
    jobId,
    reverses,
    sessionId: operation.sessionId,
    projectId: operation.projectId,
  });
}

/**
 * Reverses an operation by a new operation that can itself be reversed: undoing an undo is a redo, and history is never
 * rewritten. An operation that was undone and redone is reversed at the last link of that chain.
 */
export function reverse(
  context: WriteContext,
  operation: Operation,
  verb: 'undo' | 'redo',
  jobId: string | null = operation.jobId,
): { id: string; kept: Kept[] } {
  const chain = chainOf(context.db, operation.seq);
  const last = chain.at(-1) ?? operation;
  refuseIdle(operation, standingReversal(chain, operation.seq) !== null, verb);
  refuseDeedOfPerson(context.caller, context.db, last.id);
  const ground = memoryGround(context);
  const kept = reverseAll(ground, context.caller, changesToReverse(context.db, ground, chain, last));
  const kind = last.kind === 'undo' ? 'redo' : 'undo';
  const id = finish(context, operation, verb, { kind, jobId, reverses: last.seq });
  if (id !== null) return { id, kept };
  throw nothingLeft();
}

/**
 * Reverses an operation of a job as far as possible: records changed since stay as they are. If the operation was undone before,
 * this reverses what that undo had to leave, as a separate operation, because a chain of reversals has one end. The id is null
 * when nothing could be reversed.
 */
export function reverseLeaving(
  context: WriteContext,
  operation: Operation,
  verb: 'undo' | 'redo',
  spared: ReadonlySet<string>,
): { id: string | null; kept: Kept[] } {
  const { db, caller } = context;
  const chain = chainOf(db, operation.seq);
  const last = chain.at(-1) ?? operation;
  const [first = last] = chain;
  const isUndone = last.kind === 'undo';
  const { jobId } = operation;
  const ground = memoryGround(context);
  if (isUndone === (verb === 'redo')) {
    const kept = reverseSome(ground, caller, changesToReverse(db, ground, chain, last), spared);
    return { id: finish(context, operation, verb, { kind: verb, jobId, reverses: last.seq }), kept };
  }
  if (verb === 'redo' || first.kind !== 'do') return { id: null, kept: [] };
  const kept = reverseSome(ground, caller, leftBy(changesOf(db, last.seq), changesOf(db, first.seq)), spared);
  return { id: finish(context, operation, verb, { kind: verb, jobId, reverses: null }), kept };
}
