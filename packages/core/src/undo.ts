import { AppError, type Change, type Operation } from '@twicewise/contract';
import {
  changesOf,
  type EntityRecord,
  getOperation,
  isProjectInUse,
  isSessionInUse,
  isSourceInUse,
  type ReadableDb,
  readRecord,
  tipOf,
} from '@twicewise/store';
import type { WriteContext } from './context.ts';
import { sameValue } from './operation-recorder.ts';

/** Records that come into being by being mentioned. They stay while others use them; undoing their first mention is not a conflict. */
const IMPLICIT = new Set<Change['entity']>(['project', 'session', 'source']);
const BOOKKEEPING = new Set(['revision', 'updatedAt']);

function changedSince(entity: string, id: string): AppError {
  return new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: `The ${entity} ${id} was changed since by something else; nothing was changed.`,
    hint: 'Take back the later changes first (operation.list with entityId shows them), or edit it by hand.',
  });
}

function isInUse(db: ReadableDb, change: Change): boolean {
  if (change.entity === 'project') return isProjectInUse(db, change.entityId);
  if (change.entity === 'session') return isSessionInUse(db, change.entityId);
  if (change.entity === 'source') return isSourceInUse(db, change.entityId);
  return false;
}

/** Takes back the making of a record. Answers false when it had to stay. */
function reverseCreation(context: WriteContext, change: Change, after: EntityRecord): boolean {
  const current = readRecord(context.db, change.entity, change.entityId);
  if (!current) return false;
  const changed = current.revision !== after.revision;
  if (IMPLICIT.has(change.entity)) {
    if (changed || isInUse(context.db, change)) return false;
  } else if (changed) throw changedSince(change.entity, change.entityId);
  context.record.remove(change.entity, change.entityId);
  return true;
}

/**
 * Takes back a change of fields. When nothing has happened to the record since, it is restored exactly, bookkeeping
 * included; otherwise only these fields are, and only if each still has the value that this change gave it.
 */
function reverseUpdate(context: WriteContext, change: Change, before: EntityRecord, after: EntityRecord): void {
  const current = readRecord(context.db, change.entity, change.entityId);
  if (!current) throw changedSince(change.entity, change.entityId);
  if (current.revision === after.revision) {
    context.record.restore(change.entity, change.entityId, before);
    return;
  }
  const fields = Object.keys(after).filter((field) => !BOOKKEEPING.has(field));
  if (!fields.every((field) => sameValue(current[field], after[field]))) {
    throw changedSince(change.entity, change.entityId);
  }
  context.record.update(
    change.entity,
    change.entityId,
    Object.fromEntries(fields.map((field) => [field, before[field]])),
  );
}

function reverseRemoval(context: WriteContext, change: Change, before: EntityRecord): void {
  const key = change.entity === 'setting' ? before.key : before.id;
  try {
    context.record.create(change.entity, String(key), before);
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
      message: `The ${change.entity} ${change.entityId} cannot come back: ${why}; nothing was changed.`,
      hint: isOrphan ? 'Redo the making of that one first.' : 'Remove or rename the other one first.',
    },
    { cause },
  );
}

/** Reverses changes, the last one first. Answers the ids of records that stay because others use them. */
function reverseChanges(context: WriteContext, changes: readonly Change[]): string[] {
  const kept: string[] = [];
  for (const change of changes.toReversed()) {
    if (change.before === null && change.after !== null) {
      if (!reverseCreation(context, change, change.after)) kept.push(change.entityId);
    } else if (change.before !== null && change.after === null) reverseRemoval(context, change, change.before);
    else if (change.before !== null && change.after !== null) {
      reverseUpdate(context, change, change.before, change.after);
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
    hint: 'operation.list shows those there are.',
  });
}

/** The operation that undoing or redoing this one has to reverse. Throws when it stands, or is undone, already. */
function targetOf(db: ReadableDb, operation: Operation, verb: 'undo' | 'redo'): Operation {
  const tip = tipOf(db, operation.seq);
  if (verb === 'undo' && tip.isReversed) {
    throw new AppError({
      code: 'conflict',
      reason: 'already_undone',
      message: 'This operation was undone already.',
      hint: 'Use operation.redo to do it again.',
    });
  }
  // Redo takes an undone operation or the undo itself.
  if (verb === 'redo' && tip.isReversed === (operation.kind === 'undo')) {
    throw new AppError({
      code: 'conflict',
      reason: 'nothing_to_do',
      message: 'This operation stands, so there is nothing to redo.',
      hint: 'operation.list shows what was undone.',
    });
  }
  return requireOperation(db, tip.id);
}

/**
 * Reverses one operation as a new operation of its own, which can be reversed in turn: undoing an undo is redo, so one
 * mechanism serves both and history is never rewritten. What was undone and redone before is reversed at its last link.
 */
export function reverse(
  context: WriteContext,
  operation: Operation,
  verb: 'undo' | 'redo',
): { id: string; kept: string[] } {
  const target = targetOf(context.db, operation, verb);
  const kept = reverseChanges(context, changesOf(context.db, target.seq));
  const kind = target.kind === 'undo' ? 'redo' : 'undo';
  const id = context.record.finish({
    name: `operation.${verb}`,
    kind,
    summary: `${kind === 'undo' ? 'Undid' : 'Redid'}: ${target.summary.replace(/^(Undid|Redid): /, '')}`,
    jobId: target.jobId,
    reverses: target.seq,
    sessionId: target.sessionId,
    projectId: target.projectId,
  });
  if (id !== null) return { id, kept };
  throw new AppError({
    code: 'conflict',
    reason: 'nothing_to_do',
    message: 'There is nothing left of this operation to take back: what it made is used by others.',
    hint: 'Take back the later operations first.',
  });
}
