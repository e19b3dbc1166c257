import { LESSON_TEXT_FIELDS, type Reflection } from '@twicewise/contract';
import { one, type ReadableDb } from '../sql/database.ts';
import { REFLECTIONS } from '../tables/entities.ts';
import { getReflection } from './reflections.ts';

const TEXTS = [...LESSON_TEXT_FIELDS, 'extra' as const].map((field) => REFLECTIONS.columns[field].name);

/** SQL for the size of a lesson's texts in bytes. SQLite stores sizes in the row's header, so no text is read. */
export function lessonBytes(alias: string): string {
  return TEXTS.map((column) => `coalesce(octet_length(${alias}.${column}), 0)`).join(' + ');
}

const BYTES_OF = `SELECT ${lessonBytes('r')} AS bytes FROM reflection r WHERE r.id = ?`;

/** Lessons that fit into an answer, and those that do not. */
export interface Fitting {
  lessons: Reflection[];
  tooLong: string[];
  /** Ids without a lesson. */
  missing: string[];
}

/**
 * The lessons with these ids, in order, as many as fit whole into `maxBytes`. One that does not fit is skipped without reading
 * it.
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
