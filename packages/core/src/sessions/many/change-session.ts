import { type AttemptOrTurn, idsOfSession, type ReadableDb } from '@twicewise/store';
import { fieldsInBin, fieldsOutOfBin } from '../../runtime/binning.ts';
import type { WriteContext } from '../../runtime/context.ts';
import type { AskedChange, ChosenSession } from './selected.ts';

const KINDS: readonly AttemptOrTurn[] = ['attempt', 'turn'];
/** Attempts or turns read at a time. */
const PER_READ = 100;

/** How much of a session is changed. */
interface Bounds {
  /** What was changed after this operation stays as it is. */
  upTo: number;
  /** True when the rest is for another transaction. */
  isOver: () => boolean;
}

/** Where attempts and turns are that a change moves: outside the bin, or in it. */
const placeBefore = ({ kind }: AskedChange['change']) => (kind === 'delete' ? 'exclude' : 'only');

/** Puts all attempts and turns of a session into the bin, or takes them out. Returns false when it stopped before the end. */
function changeAttemptsAndTurns(
  context: WriteContext,
  sessionId: string,
  change: AskedChange['change'],
  { upTo, isOver }: Bounds,
): boolean {
  const { db, record, at } = context;
  const which = { sessionId, deleted: placeBefore(change), upTo } as const;
  for (const kind of KINDS) {
    for (let ids: string[]; ; ) {
      ids = idsOfSession(db, kind, which, PER_READ);
      for (const id of ids) {
        const isDeleting = change.kind === 'delete';
        record.update(kind, id, isDeleting ? fieldsInBin({ deletedAt: null }, at) : fieldsOutOfBin(db, kind, id));
        if (isOver()) return false;
      }
      if (ids.length < PER_READ) break;
    }
  }
  return true;
}

/** Deletes or restores a session: its episode, or its attempts and turns. Returns false when it stopped before the end. */
export function changeSession(
  context: WriteContext,
  one: ChosenSession,
  change: AskedChange['change'],
  bounds: Bounds,
): boolean {
  if (one.kind === 'session') return changeAttemptsAndTurns(context, one.id, change, bounds);
  context.record.update('episode', one.id, { deletedAt: change.kind === 'delete' ? context.at : null });
  return true;
}

/**
 * True when all attempts and turns of a session are where the change puts them. An attempt or a turn that came or was changed after
 * the session was begun is not changed, and may be elsewhere.
 */
export function isWhole(db: ReadableDb, { id: sessionId }: ChosenSession, change: AskedChange['change']): boolean {
  const which = { sessionId, deleted: placeBefore(change), upTo: Number.MAX_SAFE_INTEGER } as const;
  return KINDS.every((kind) => idsOfSession(db, kind, which, 1).length === 0);
}
