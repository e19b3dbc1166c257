import { partIds } from '@twicewise/store';
import { fieldsInBin, fieldsOutOfBin } from '../../runtime/binning.ts';
import type { WriteContext } from '../../runtime/context.ts';
import type { Asked, ChosenSession } from './selected.ts';

/** Attempts or turns read at a time. */
const PER_READ = 100;

/** How much of a session is changed. */
interface Bounds {
  /** What was changed after this operation stays as it is. */
  upTo: number;
  /** True when the rest is for another transaction. */
  isOver: () => boolean;
}

/** Puts all attempts and turns of a session into the bin, or takes them out. Returns false when it stopped before the end. */
function changeParts(
  context: WriteContext,
  sessionId: string,
  { kind }: Asked['change'],
  { upTo, isOver }: Bounds,
): boolean {
  const { db, record, at } = context;
  const which = { sessionId, deleted: kind === 'delete' ? ('exclude' as const) : ('only' as const), upTo };
  for (const part of ['attempt', 'turn'] as const) {
    for (let ids: string[]; ; ) {
      ids = partIds(db, part, which, PER_READ);
      for (const id of ids) {
        record.update(
          part,
          id,
          kind === 'delete' ? fieldsInBin({ deletedAt: null }, at) : fieldsOutOfBin(db, part, id),
        );
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
  change: Asked['change'],
  bounds: Bounds,
): boolean {
  if (one.kind === 'session') return changeParts(context, one.id, change, bounds);
  context.record.update('episode', one.id, { deletedAt: change.kind === 'delete' ? context.at : null });
  return true;
}
