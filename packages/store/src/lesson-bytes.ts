import { LESSON_TEXT_FIELDS, type Reflection } from '@twicewise/contract';
import { one, type ReadableDb } from './database.ts';
import { getReflection } from './reflections.ts';
import { REFLECTIONS } from './tables/entities.ts';

const TEXTS = [...LESSON_TEXT_FIELDS, 'extra' as const].map((field) => REFLECTIONS.columns[field].name);

/** SQL of the bytes that the texts of a lesson take: SQLite has them in the head of the row and reads no text for it. */
export function lessonBytes(alias: string): string {
  return TEXTS.map((column) => `coalesce(octet_length(${alias}.${column}), 0)`).join(' + ');
}

const BYTES_OF = `SELECT ${lessonBytes('r')} AS bytes FROM reflection r WHERE r.id = ?`;

/** Lessons that an answer has room for, and those that it has not. */
export interface Fitting {
  lessons: Reflection[];
  tooLong: string[];
  /** Ids that no lesson has. */
  missing: string[];
}

/**
 * The lessons with these ids, in their order, as far as they fit whole into so many bytes; one that does not is passed over
 * unread for the next.
 */
export function fittingLessons(db: ReadableDb, ids: readonly string[], maxBytes: number): Fitting {
  const fitting: Fitting = { lessons: [], tooLong: [], missing: [] };
  let used = 0;
  for (const id of ids) {
    const bytes = one<{ bytes: number }>(db, BYTES_OF, [id])?.bytes ?? 0;
    if (used + bytes > maxBytes) {
      fitting.tooLong.push(id);
      continue;
    }
    const lesson = getReflection(db, id);
    if (lesson) fitting.lessons.push(lesson);
    else fitting.missing.push(id);
    used += bytes;
  }
  return fitting;
}
