import { type ChangeRefusal, type LessonChange, reflectionContent } from '@twicewise/contract';
import { hasNativeId, type LessonFacts, type ReadableDb } from '@twicewise/store';

/** The effect of a change on one lesson: the fields to write, nothing to do, or the reason for refusing. */
export type Effect = { fields: Record<string, unknown> } | 'already' | ChangeRefusal;

/** A change whose project is given by id. */
export type ResolvedChange = LessonChange;

const MAX_TAGS = 64;

function retagged(tags: readonly string[], { add, remove }: { add: string[]; remove: string[] }): string[] {
  const left = tags.filter((tag) => !remove.includes(tag));
  return [...left, ...new Set(add.filter((tag) => !left.includes(tag)))];
}

function tagEffect(lesson: LessonFacts, change: { add: string[]; remove: string[] }): Effect {
  const tags = retagged(lesson.tags, change);
  if (tags.length === lesson.tags.length && tags.every((tag, at) => tag === lesson.tags[at])) return 'already';
  if (tags.length > MAX_TAGS && !reflectionContent.tags.safeParse(tags).success) return 'too_many_tags';
  return { fields: { tags } };
}

/**
 * Determines the effect of a change on one lesson after another. Remembers the native ids that it moves, because only one of two
 * lessons with the same native id can move to a project.
 */
export class Effects {
  readonly #db: ReadableDb;
  readonly #change: ResolvedChange;
  readonly #at: string;
  readonly #moved = new Set<string>();

  constructor(db: ReadableDb, change: ResolvedChange, at: string) {
    this.#db = db;
    this.#change = change;
    this.#at = at;
  }

  of(lesson: LessonFacts): Effect {
    const change = this.#change;
    if (change.kind === 'delete') return lesson.isDeleted ? 'already' : { fields: { deletedAt: this.#at } };
    if (change.kind === 'restore') return lesson.isDeleted ? { fields: { deletedAt: null } } : 'already';
    if (lesson.isDeleted) return 'in_bin';
    if (change.kind === 'tags') return tagEffect(lesson, change);
    if (change.kind === 'move') return this.#move(lesson, change.projectId);
    if (change.kind === 'state') return lesson.state === change.state ? 'already' : { fields: { state: change.state } };
    return lesson.pinned === change.pinned ? 'already' : { fields: { pinned: change.pinned } };
  }

  #move({ nativeId, ...lesson }: LessonFacts, projectId: string): Effect {
    if (lesson.projectId === projectId) return 'already';
    if (nativeId !== null) {
      if (this.#moved.has(nativeId) || hasNativeId(this.#db, projectId, nativeId)) return 'native_id_taken';
      this.#moved.add(nativeId);
    }
    return { fields: { projectId } };
  }
}
