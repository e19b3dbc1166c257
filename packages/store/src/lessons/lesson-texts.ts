import {
  LESSON_LIST_FIELDS,
  LESSON_TEXT_FIELDS,
  type LessonTextField,
  type Reflection,
  type Verdict,
} from '@twicewise/contract';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { parseList } from '../sql/json-cell.ts';
import { REFLECTIONS } from '../tables/entities.ts';
import { ruleIn } from './lesson-rule.ts';

/** Columns with a lesson's kind, place and state. */
const FACTS = [
  ...(['seq', 'id', 'projectId', 'sessionId', 'kind', 'outcome', 'state', 'failureCategory', 'agent'] as const),
  ...(['confidence', 'pinned', 'authorKind', 'authorName', 'sourceId', 'revision', 'createdAt'] as const),
];
type Fact = Exclude<(typeof FACTS)[number], 'authorKind' | 'authorName'>;

/** The data of a lesson that search needs. */
export interface LessonText extends Pick<Reflection, Fact | LessonTextField> {
  authorKind: string;
  authorName: string;
  /** The rule that found it in a transcript; empty where none did. */
  rule: string;
  isDeleted: boolean;
  /** When it was deleted, for one in the bin, else when it was last changed, as far as its origin says. */
  changedAt: string;
  /** The verdicts on it, one word each. */
  verdicts: Verdict[];
}

const SELECT = `SELECT
  ${[...FACTS, ...LESSON_TEXT_FIELDS].map((field) => `${REFLECTIONS.columns[field].name} AS ${field}`).join(', ')},
  deleted_at IS NOT NULL AS isDeleted,
  coalesce(deleted_at, updated_at) AS changedAt,
  ${ruleIn('extra')} AS rule,
  (SELECT group_concat(verdict) FROM feedback WHERE reflection_id = reflection.id) AS verdicts FROM reflection`;

type ListField = (typeof LESSON_LIST_FIELDS)[number];
type Row = Omit<LessonText, ListField | 'isDeleted' | 'pinned' | 'verdicts'> & { verdicts: string | null } & Record<
    ListField,
    string
  > &
  Record<'isDeleted' | 'pinned', number>;

function toLessonText({ isDeleted, pinned, verdicts, ...row }: Row): LessonText {
  const lists = Object.fromEntries(LESSON_LIST_FIELDS.map((field) => [field, parseList(row[field])]));
  return {
    ...row,
    ...(lists as Record<ListField, string[]>),
    isDeleted: isDeleted === 1,
    pinned: pinned === 1,
    verdicts: (verdicts?.split(',') ?? []) as Verdict[],
  };
}

/** The next lessons after `seq`, in order of `seq`, deleted ones included, at most `limit`. */
export function lessonTextsAfter(db: ReadableDb, seq: number, limit: number): LessonText[] {
  return all<Row>(db, `${SELECT} WHERE seq > ? ORDER BY seq LIMIT ?`, [seq, limit]).map(toLessonText);
}

/** One lesson for search, or null. */
export function lessonText(db: ReadableDb, id: string): LessonText | null {
  const row = one<Row>(db, `${SELECT} WHERE id = ?`, [id]);
  return row ? toLessonText(row) : null;
}
