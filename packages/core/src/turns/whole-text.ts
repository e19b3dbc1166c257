import { AppError, type Turn } from '@twicewise/contract';
import { damagedText, partText, type ReadableDb } from '@twicewise/store';

/**
 * The text of a part of a turn; null when the turn has no such part, or its texts were pruned and purged. Throws `unavailable`
 * (`damaged`) when it is not as it was written, or is missing.
 */
export function textOfPart(db: ReadableDb, { id, content, contextBytes, prunedAt }: Turn, part: number): string | null {
  // A cell that cannot be read reads as saying nothing, but the size of the context stands beside it.
  if (content.parts.length === 0 && contextBytes > 0) throw damagedText(id, part);
  if (part >= content.parts.length) return null;
  const text = partText(db, id, part);
  if (text === null && prunedAt === null) throw damagedText(id, part);
  return text;
}

/** The context of a turn as the model was given it. Throws `unavailable` (`damaged`) where it is not as it was written. */
function contextOf(db: ReadableDb, turn: Turn): string {
  const texts = turn.content.parts.map(({ side }, part) => (side === 'context' ? textOfPart(db, turn, part) : null));
  if (texts.length === 0) textOfPart(db, turn, 0);
  return texts.filter((text) => text !== null).join('\n');
}

/** The context of a turn; null where it is damaged, so that those of others can be told. */
export function soundContext(db: ReadableDb, turn: Turn): string | null {
  try {
    return contextOf(db, turn);
  } catch (error) {
    if (error instanceof AppError && error.reason === 'damaged') return null;
    throw error;
  }
}
