import { LESSON_TEXT_FIELDS, type LessonTextField } from '@twicewise/contract';
import { type LessonDocument, LessonIndex, standingOf } from '@twicewise/search';
import { type LessonText, lessonText, lessonTextsAfter } from '@twicewise/store';
import type { IndexSource } from '../runtime/indexes.ts';

/** State under which the index holds lessons in the bin, so that a search can filter by it like by any state. */
export const IN_BIN = 'deleted';

/** Fields that search reads besides the task, which is the title. */
type SectionField = Exclude<LessonTextField, 'taskDescription'>;
const SECTION_FIELDS = LESSON_TEXT_FIELDS.filter((field): field is SectionField => field !== 'taskDescription');

/** The searched texts of a lesson besides its task. */
export type Sections = Pick<LessonText, SectionField>;

/** The texts of a lesson in index order, each with its field. Explanations refer to them by position. */
export function sectionsOf(lesson: Sections): [field: SectionField, text: string][] {
  return SECTION_FIELDS.flatMap((field) => {
    const value = lesson[field];
    const texts = Array.isArray(value) ? value : [value ?? ''];
    return texts.map((text): [SectionField, string] => [field, text]);
  });
}

function lessonDocument(lesson: LessonText): LessonDocument {
  const {
    isDeleted,
    taskDescription,
    relatedEntityIds,
    verdicts,
    authorKind,
    authorName,
    sourceId,
    rule,
    revision,
    changedAt,
    ...rest
  } = lesson;
  const source = authorKind === 'importer' ? `importer:${authorName}` : authorKind;
  return {
    ...rest,
    state: isDeleted ? IN_BIN : lesson.state,
    entityIds: relatedEntityIds,
    standing: standingOf(verdicts),
    title: taskDescription,
    listed: { state: lesson.state, isDeleted, source, sourceId, rule, revision, changedAt },
    body: sectionsOf(lesson).map(([, text]) => text),
  };
}

/** The index of lessons over all their texts. */
export const LESSONS: IndexSource<LessonDocument, LessonIndex> = {
  follows: ['reflection'],
  create: () => new LessonIndex(),
  after: (db, seq, limit) => lessonTextsAfter(db, seq, limit).map(lessonDocument),
  one(db, id) {
    const found = lessonText(db, id);
    return found && lessonDocument(found);
  },
};
