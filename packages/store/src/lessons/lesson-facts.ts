import { all, one, type ReadableDb } from '../sql/database.ts';
import { parseCell } from '../sql/json-cell.ts';
import { titleOfLesson } from '../tables/lesson-title.ts';

/** The fields that decide whether a bulk change applies to a lesson. */
export interface LessonFacts {
  seq: number;
  id: string;
  revision: number;
  projectId: string;
  nativeId: string | null;
  state: string;
  pinned: boolean;
  isDeleted: boolean;
  tags: string[];
  taskDescription: string;
}

type Row = Omit<LessonFacts, 'pinned' | 'isDeleted' | 'tags'> & { pinned: number; isDeleted: number; tags: string };

/** Facts of lessons by `seq`, in that order. Missing lessons are left out. */
export function lessonFacts(db: ReadableDb, seqs: readonly number[]): LessonFacts[] {
  const sql = `SELECT seq, id, revision, project_id AS projectId, native_id AS nativeId, state, pinned,
      deleted_at IS NOT NULL AS isDeleted, tags, ${titleOfLesson('reflection')} AS taskDescription
    FROM reflection WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`;
  return all<Row>(db, sql, [JSON.stringify(seqs)]).map(({ pinned, isDeleted, tags, ...row }) => ({
    ...row,
    pinned: pinned === 1,
    isDeleted: isDeleted === 1,
    tags: parseCell<string[]>(tags, []),
  }));
}

/** `seq` of lessons by id; unknown ids are left out. */
export function lessonSeqs(db: ReadableDb, ids: readonly string[]): number[] {
  const sql = 'SELECT seq FROM reflection WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq';
  return all<{ seq: number }>(db, sql, [JSON.stringify(ids)]).map(({ seq }) => seq);
}

/** Whether a project has a lesson with this native id, deleted ones included. */
export function hasNativeId(db: ReadableDb, projectId: string, nativeId: string): boolean {
  const sql = 'SELECT 1 FROM reflection WHERE project_id = ? AND native_id = ?';
  return one(db, sql, [projectId, nativeId]) !== undefined;
}
